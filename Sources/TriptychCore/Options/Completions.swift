/// What a shell is told, so that it can complete the words of a command line.
public enum Completions {
  /// The script for a shell, as `triptych completions` prints it.
  public static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// What stands behind an option.
  private enum Value {
    case none, path, free
    case words([String])
  }

  private static func value(of option: Option) -> Value {
    if option.isFlag { return .none }
    if !option.words.isEmpty { return .words(option.words) }
    return option.isPath ? .path : .free
  }

  private static func options(in places: OptionPlaces) -> [Option] {
    Option.all.filter { !$0.places.isDisjoint(with: places) }
  }

  /// `--x`, and `--no-x` where that is something.
  private static func spellings(_ option: Option) -> [String] {
    ["--" + option.name] + (option.takesNo && option.letter == nil ? ["--no-" + option.name] : [])
  }

  private static func quotedForShell(_ words: String) -> String {
    "'" + words.replacing("'", with: "'\\''") + "'"
  }

  /// What `ctl set` may set, and the words that each may have.
  private static var running: [(name: String, words: [String])] {
    SettingChange.names.compactMap { name in
      Option.named(name).map { (name, $0.isFlag ? ["yes", "no"] : $0.words) }
    }
  }

  // MARK: - bash

  private static var bash: String {
    let verbs = Subcommand.all.map(\.name).joined(separator: " ")
    var script = """
      # bash completion for triptych(1), written by: triptych completions bash
      _triptych() {
        local line=${COMP_LINE:0:COMP_POINT} cur prev verb= option value words=() choices= isset=
        cur=${line##*[[:blank:]]}
        read -ra words <<<"${line%"$cur"}"
        prev=${words[${#words[@]}-1]}
        case " \(verbs) " in *" ${words[1]:-/} "*) verb=${words[1]} ;; esac
        case $cur in
          --*=*) option=${cur%%=*} value=${cur#*=} ;;
          *) option=$prev value=$cur ;;
        esac
        if [[ $verb == ctl && ${words[${#words[@]}-2]} == set ]]; then
          option=--$prev isset=1
        elif [[ $verb == ctl && $prev == set ]]; then
          _triptych_words '\(running.map(\.name).joined(separator: " "))' "$cur"
          return
        fi
        case $option in

      """
    for option in Option.all where !option.places.isDisjoint(with: commandLine) {
      script += bashCase(option)
    }
    script += "  esac\n"
    script += bashEnd(verbs)
    return script
  }

  private static func bashCase(_ option: Option) -> String {
    // What may be left out stands behind = only.
    let condition = "[[ $cur == --*=* || $isset ]] && "
    switch value(of: option) {
    case .none: return "    --\(option.name)) \(condition)choices='yes no' ;;\n"
    case .words(let words):
      let choices = "choices='\(words.joined(separator: " "))' ;;\n"
      return "    --\(option.name)) \(option.valueIsOptional ? condition : "")\(choices)"
    case .path: return "    --\(option.name)) _triptych_paths; return ;;\n"
    case .free: return "    --\(option.name)) return ;;\n"
    }
  }

  private static func bashEnd(_ verbs: String) -> String {
    var script = """
        if [[ $choices ]]; then
          _triptych_words "$choices" "$value"
          return
        fi
        case $verb in

      """
    for command in Subcommand.all {
      let spelled = options(in: command.places).flatMap(spellings) + ["--help"]
      let operand =
        switch command.operand {
        case .none: ":"
        case .paths: "_triptych_paths"
        case .words(let words): "_triptych_words '\(words.joined(separator: " "))' \"$cur\""
        }
      script += """
            \(command.name))
              if [[ $cur == -* ]]; then
                _triptych_words '\(spelled.joined(separator: " "))' "$cur"
              else
                \(operand)
              fi ;;

        """
    }
    let spelled = options(in: .play).flatMap(spellings) + ["--help", "--version"]
    return script + """
          *)
            if [[ $cur == -* ]]; then
              _triptych_words '\(spelled.joined(separator: " "))' "$cur"
            else
              ((${#words[@]} == 1)) && mapfile -t COMPREPLY < <(compgen -W '\(verbs)' -- "$cur")
              _triptych_paths
            fi ;;
        esac
      }

      # readline replaces only what follows the last : or =.
      _triptych_words() {
        local skipped=
        [[ $2 == *:* && $COMP_WORDBREAKS == *:* ]] && skipped=${2%:*}:
        mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
        COMPREPLY=("${COMPREPLY[@]#"$skipped"}")
      }

      # What is offered besides; readline knows how a path is written.
      _triptych_paths() {
        if ((${#COMPREPLY[@]})); then
          local paths
          mapfile -t paths < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
          COMPREPLY+=("${paths[@]}")
        fi
        compopt -o default -o filenames
      }

      complete -F _triptych triptych

      """
  }

  private static let commandLine: OptionPlaces = [.play, .render, .check, .keys, .ctl]

  // MARK: - zsh

  private static var zsh: String {
    var script = """
      #compdef triptych
      # zsh completion for triptych(1), written by: triptych completions zsh
      _triptych() {
        local -a commands
        commands=(

      """
    for command in Subcommand.all {
      script += "    " + quotedForShell("\(command.name):\(command.summary)") + "\n"
    }
    script += """
        )
        case ${words[2]} in

      """
    for command in Subcommand.all {
      script += "    \(command.name))\n      shift words; ((CURRENT--))\n      _arguments -S \\\n"
      script += options(in: command.places).flatMap(zshSpecs).map { "        \($0) \\\n" }.joined()
      let operand =
        switch command.operand {
        case .none: ""
        case .paths: " '*:path:_files'"
        case .words(let words):
          " '1:word:(\(words.joined(separator: " ")))'"
            + (command.places == .ctl
              ? " '2:option:_triptych_option' '3:value:_triptych_value'" : "")
        }
      script += "        '(- *)--help[help on this command]'\(operand) ;;\n"
    }
    script += "    *)\n"
    script +=
      "      ((CURRENT == 2)) && [[ $PREFIX != -* ]] && _describe -t commands command commands\n"
    script += "      _arguments -S \\\n"
    script += options(in: .play).flatMap(zshSpecs).map { "        \($0) \\\n" }.joined()
    return script + """
              '(- *)--help[all options]' '(- *)--version[the version]' '*:path:_files' ;;
        esac
      }

      # ctl set OPTION VALUE
      _triptych_option() {
        [[ ${words[2]} == set ]] && compadd \(running.map(\.name).joined(separator: " "))
      }
      _triptych_value() {
        [[ ${words[2]} == set ]] || return
        case ${words[3]} in
      \(running.filter { !$0.words.isEmpty }.map {
        "    \($0.name)) compadd \($0.words.joined(separator: " ")) ;;"
      }.joined(separator: "\n"))
        esac
      }

      _triptych "$@"

      """
  }

  private static func zshSpecs(_ option: Option) -> [String] {
    // These have a meaning there.
    let summary = option.summary.replacing("\\", with: "\\\\").replacing("[", with: "\\[")
      .replacing("]", with: "\\]").replacing(":", with: "\\:")
    let placeholder = option.placeholder.replacing(":", with: "\\:")
    let value =
      switch value(of: option) {
      case .none: ""
      case .words(let words):
        ":\(placeholder):(" + words.map { $0.replacing(":", with: "\\:") }.joined(separator: " ")
          + ")"
      case .path: ":\(placeholder):_files"
      case .free: ":\(placeholder): "
      }
    let equals = option.isFlag ? "" : option.valueIsOptional ? "=-" : "="
    // A value that may be left out has two colons.
    let colon = option.valueIsOptional ? ":" : ""
    return spellings(option).enumerated().map { index, spelling in
      let isNo = index > 0
      return quotedForShell(
        "*\(spelling)\(isNo ? "" : equals)[\(summary)]\(isNo ? "" : colon + value)")
    }
  }

  // MARK: - fish

  private static var fish: String {
    let verbs = Subcommand.all.map(\.name).joined(separator: " ")
    var script = """
      # fish completion for triptych(1), written by: triptych completions fish

      """
    for command in Subcommand.all {
      script +=
        "complete -c triptych -n __fish_use_subcommand -a \(command.name)"
        + " -d \(quotedForFish(command.summary))\n"
      switch command.operand {
      case .none, .words:
        script += "complete -c triptych -n '__fish_seen_subcommand_from \(command.name)' -f"
        if case .words(let words) = command.operand {
          script += " -a '\(words.joined(separator: " "))'"
        }
        script += "\n"
      case .paths: break
      }
      for option in options(in: command.places) {
        script += fishLines(option, when: "'__fish_seen_subcommand_from \(command.name)'")
      }
    }
    let isSet = "__fish_seen_subcommand_from ctl; and __fish_prev_arg_in"
    script +=
      "complete -c triptych -n '\(isSet) set' -f"
      + " -a '\(running.map(\.name).joined(separator: " "))'\n"
    for (name, words) in running where !words.isEmpty {
      script +=
        "complete -c triptych -n '\(isSet) \(name)' -f -a '\(words.joined(separator: " "))'\n"
    }
    for option in options(in: .play) {
      script += fishLines(option, when: "'not __fish_seen_subcommand_from \(verbs)'")
    }
    return script + """
      complete -c triptych -l help -d 'Help'
      complete -c triptych -n __fish_use_subcommand -l version -d 'The version'

      """
  }

  private static func fishLines(_ option: Option, when condition: String) -> String {
    let start = "complete -c triptych -n \(condition) -l "
    let value =
      switch value(of: option) {
      case .none: ""
      // A value that may be left out is written behind =.
      case .words where option.valueIsOptional: ""
      case .words(let words): " -x -a '\(words.joined(separator: " "))'"
      case .path: " -r -F"
      case .free: " -x"
      }
    let summary = " -d \(quotedForFish(option.summary))\n"
    return spellings(option).enumerated().map { index, spelling in
      start + spelling.dropFirst(2) + (index > 0 ? "" : value) + summary
    }.joined()
  }

  private static func quotedForFish(_ words: String) -> String {
    "'" + words.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
