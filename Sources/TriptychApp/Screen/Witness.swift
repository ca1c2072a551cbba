import TriptychCore
import TriptychMedia

/// Hears what the projector puts into a frame, view by view: not what should be in it, but what
/// the painter is given. Main thread.
final class Witness {
  /// Lowest first.
  private(set) var views: [ProofView] = []
  /// Where the pictures of films lie in the cell, by the view's place, where they lie straight.
  private(set) var targets: [Int: Rect] = [:]
  /// The numbers in the frames are read.
  private let readsCodes: Bool

  init(readsCodes: Bool) { self.readsCodes = readsCodes }

  func saw(_ pose: ViewPose, _ content: ProofView.Content) {
    views.append(ProofView(place: pose.place, item: pose.item, content: content))
  }

  /// A film's frame is drawn.
  func saw(
    _ pose: ViewPose, _ frame: Frame, of exhibit: FilmExhibit, _ media: Media, at target: Rect
  ) {
    guard exhibit.item == pose.item, let film = pose.film else { return saw(pose, .other) }
    var proof = ProofFilm(
      stream: exhibit.film, seeks: exhibit.seeks, due: film.time, shown: frame.time,
      length: frame.duration, isPlaying: film.isPlaying)
    proof.speed = film.speed
    proof.isSeeking = media.isSeeking(exhibit.film)
    let next = media.nextFrameTime(exhibit.film)
    proof.mayStand = next.map { $0 > film.time } ?? exhibit.hasEnded
    proof.skipped = media.statistics(exhibit.film)?.skipped ?? 0
    if readsCodes { proof.code = frame.picture.frameCode }
    if pose.placement == .identity, pose.zoom == nil { targets[pose.place] = target }
    saw(pose, .film(proof))
  }

  /// Reads the numbers again, from a screen as it was painted: `origin` is where the cell begins
  /// there. What a film's own frame says counts no more.
  func read(_ screen: Picture, origin: Point) {
    guard views.count == 1, case .film(var film) = views[0].content,
      let target = targets[views[0].place]
    else { return }
    film.code = screen.frameCode(
      in: Rect(
        x: target.x + origin.x, y: target.y + origin.y, width: target.width,
        height: target.height))
    views[0].content = .film(film)
  }
}
