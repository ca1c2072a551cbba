/// The languages in which the show can speak to visitors, by their ISO 639-1 codes.
public enum Language: String, CaseIterable, Sendable {
  case en, de, fr, es, it, nl, pt

  /// Of a locale's name, such as `de_AT.UTF-8` or `fr:en` (`LANGUAGE`); nil: not one of these.
  public init?(locale: [UInt8]) {
    let code = locale.prefix { $0 != 0x5F && $0 != 0x2E && $0 != 0x40 && $0 != 0x2D }
    self.init(rawValue: String(decoding: code, as: UTF8.self).lowercased())
  }

  var words: [Words.Key: String] {
    switch self {
    case .en: Self.english
    case .de: Self.german
    case .fr: Self.french
    case .es: Self.spanish
    case .it: Self.italian
    case .nl: Self.dutch
    case .pt: Self.portuguese
    }
  }

  private static let english: [Words.Key: String] = [
    .reload: "Reload",
    .nothingNow: "Nothing is on at this time",
    .listEmpty: "The list is empty",
    .itemGone: "This item has left the list",
    .takenOut:
      "Everything has been taken out of the show.\nNo file was deleted.\n\nR brings it all back",
    .nothingYet: "There is nothing to show yet.",
    .noneNamed:
      "No folder, playlist or picture is named, on the command line or in a file of settings.",
    .lookedIn: "Pictures and films were looked for in",
    .standardInput: "standard input",
    .andMore: "and {n} more.",
    .putSome: "Put some there: they will be shown by themselves.",
    .lastTried: "The last one tried: {reason}.",
    .backSoon: "The show will be back soon.",
    .isMissing: "it is not there",
    .isEmpty: "there is no picture and no film in it",
    .isUnreadable: "it may not be read",
    .useStick: "Or plug in a USB stick with pictures and films.",
    .clockUnset:
      "The clock is not set. Until it is, nothing is shown that has times of its own.\n"
      + "It sets itself over the network.",
  ]

  private static let german: [Words.Key: String] = [
    .reload: "Neu laden",
    .nothingNow: "Zu dieser Zeit läuft nichts",
    .listEmpty: "Die Liste ist leer",
    .itemGone: "Dieser Eintrag ist nicht mehr in der Liste",
    .takenOut:
      "Alles wurde aus der Vorführung genommen.\nKeine Datei wurde gelöscht.\n\n"
      + "R bringt alles zurück",
    .nothingYet: "Es gibt noch nichts zu zeigen.",
    .noneNamed:
      "Kein Ordner, keine Liste und kein Bild ist genannt, weder beim Start noch in einer "
      + "Einstellungsdatei.",
    .lookedIn: "Bilder und Filme wurden gesucht in",
    .standardInput: "der Standardeingabe",
    .andMore: "und {n} weiteren.",
    .putSome: "Legen Sie welche hinein: sie werden von selbst gezeigt.",
    .lastTried: "Zuletzt versucht: {reason}.",
    .backSoon: "Die Vorführung geht bald weiter.",
    .isMissing: "nicht vorhanden",
    .isEmpty: "kein Bild und kein Film darin",
    .isUnreadable: "darf nicht gelesen werden",
    .useStick: "Oder stecken Sie einen USB-Stick mit Bildern und Filmen ein.",
    .clockUnset:
      "Die Uhr ist nicht gestellt. Was eigene Zeiten hat, wird bis dahin nicht gezeigt.\n"
      + "Über das Netzwerk stellt sie sich von selbst.",
  ]

  private static let french: [Words.Key: String] = [
    .reload: "Recharger",
    .nothingNow: "Rien n’est au programme en ce moment",
    .listEmpty: "La liste est vide",
    .itemGone: "Cet élément n’est plus dans la liste",
    .takenOut:
      "Tout a été retiré du diaporama.\nAucun fichier n’a été supprimé.\n\nR remet tout en place",
    .nothingYet: "Il n’y a encore rien à montrer.",
    .noneNamed:
      "Aucun dossier, aucune liste ni image n’est indiqué, ni au lancement ni dans un fichier de "
      + "réglages.",
    .lookedIn: "Images et films ont été cherchés dans",
    .standardInput: "l’entrée standard",
    .andMore: "et {n} autres.",
    .putSome: "Mettez-en là : ils s’afficheront d’eux-mêmes.",
    .lastTried: "Dernier essai : {reason}.",
    .backSoon: "Le diaporama reprendra bientôt.",
    .isMissing: "n’existe pas",
    .isEmpty: "aucune image ni aucun film",
    .isUnreadable: "lecture refusée",
    .useStick: "Ou branchez une clé USB avec des images et des films.",
    .clockUnset:
      "L’horloge n’est pas réglée. D’ici là, ce qui a un horaire n’est pas montré.\n"
      + "Elle se règle d’elle-même par le réseau.",
  ]

  private static let spanish: [Words.Key: String] = [
    .reload: "Recargar",
    .nothingNow: "No hay nada programado a esta hora",
    .listEmpty: "La lista está vacía",
    .itemGone: "Este elemento ya no está en la lista",
    .takenOut:
      "Todo se ha retirado de la presentación.\nNo se ha borrado ningún archivo.\n\n"
      + "R lo recupera todo",
    .nothingYet: "Todavía no hay nada que mostrar.",
    .noneNamed:
      "No se indica ninguna carpeta, lista ni imagen, ni al iniciar ni en un archivo de ajustes.",
    .lookedIn: "Se buscaron imágenes y películas en",
    .standardInput: "la entrada estándar",
    .andMore: "y {n} más.",
    .putSome: "Ponga algunas ahí: se mostrarán por sí solas.",
    .lastTried: "Último intento: {reason}.",
    .backSoon: "La presentación continuará en breve.",
    .isMissing: "no existe",
    .isEmpty: "sin imágenes ni películas",
    .isUnreadable: "no se puede leer",
    .useStick: "O conecte una memoria USB con imágenes y películas.",
    .clockUnset:
      "El reloj no está en hora. Hasta entonces no se muestra lo que tiene horario.\n"
      + "Se ajusta solo por la red.",
  ]

  private static let italian: [Words.Key: String] = [
    .reload: "Ricarica",
    .nothingNow: "In questo momento non c’è niente in programma",
    .listEmpty: "L’elenco è vuoto",
    .itemGone: "Questo elemento non è più nell’elenco",
    .takenOut:
      "Tutto è stato tolto dalla presentazione.\nNessun file è stato cancellato.\n\n"
      + "R riporta tutto",
    .nothingYet: "Non c’è ancora niente da mostrare.",
    .noneNamed:
      "Nessuna cartella, lista o immagine è indicata, né all’avvio né in un file di impostazioni.",
    .lookedIn: "Immagini e filmati sono stati cercati in",
    .standardInput: "lo standard input",
    .andMore: "e altri {n}.",
    .putSome: "Mettetene lì: saranno mostrati da soli.",
    .lastTried: "Ultimo tentativo: {reason}.",
    .backSoon: "La presentazione riprenderà tra poco.",
    .isMissing: "non esiste",
    .isEmpty: "nessuna immagine e nessun filmato",
    .isUnreadable: "non si può leggere",
    .useStick: "Oppure inserite una chiavetta USB con immagini e filmati.",
    .clockUnset:
      "L’orologio non è regolato. Fino ad allora ciò che ha un orario non è mostrato.\n"
      + "Si regola da solo tramite la rete.",
  ]

  private static let dutch: [Words.Key: String] = [
    .reload: "Opnieuw laden",
    .nothingNow: "Er is nu niets te zien",
    .listEmpty: "De lijst is leeg",
    .itemGone: "Dit onderdeel staat niet meer in de lijst",
    .takenOut:
      "Alles is uit de voorstelling genomen.\nEr is geen bestand verwijderd.\n\n"
      + "R brengt alles terug",
    .nothingYet: "Er is nog niets te tonen.",
    .noneNamed:
      "Er is geen map, lijst of afbeelding opgegeven, bij het starten noch in een "
      + "instellingenbestand.",
    .lookedIn: "Er is naar afbeeldingen en films gezocht in",
    .standardInput: "de standaardinvoer",
    .andMore: "en nog {n}.",
    .putSome: "Zet er enkele neer: ze worden vanzelf getoond.",
    .lastTried: "Laatst geprobeerd: {reason}.",
    .backSoon: "De voorstelling gaat zo verder.",
    .isMissing: "bestaat niet",
    .isEmpty: "geen afbeeldingen of films",
    .isUnreadable: "mag niet gelezen worden",
    .useStick: "Of steek een USB-stick met afbeeldingen en films in.",
    .clockUnset:
      "De klok is niet ingesteld. Tot dan wordt niet getoond wat eigen tijden heeft.\n"
      + "Via het netwerk stelt hij zichzelf in.",
  ]

  private static let portuguese: [Words.Key: String] = [
    .reload: "Recarregar",
    .nothingNow: "Não há nada programado a esta hora",
    .listEmpty: "A lista está vazia",
    .itemGone: "Este item já não está na lista",
    .takenOut:
      "Tudo foi retirado da apresentação.\nNenhum ficheiro foi apagado.\n\nR traz tudo de volta",
    .nothingYet: "Ainda não há nada para mostrar.",
    .noneNamed:
      "Nenhuma pasta, lista ou imagem foi indicada, nem ao iniciar nem num ficheiro de definições.",
    .lookedIn: "Procuraram-se imagens e filmes em",
    .standardInput: "a entrada padrão",
    .andMore: "e mais {n}.",
    .putSome: "Ponha alguns lá: serão mostrados sozinhos.",
    .lastTried: "Última tentativa: {reason}.",
    .backSoon: "A apresentação volta em breve.",
    .isMissing: "não existe",
    .isEmpty: "sem imagens nem filmes",
    .isUnreadable: "não pode ser lido",
    .useStick: "Ou ligue uma pen USB com imagens e filmes.",
    .clockUnset:
      "O relógio não está acertado. Até lá não se mostra o que tem horário.\n"
      + "Acerta-se sozinho pela rede.",
  ]
}
