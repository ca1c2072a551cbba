extension TransformerTable {
  /// The transitions that come with the program.
  public static let builtIn = TransformerTable([
    Entry(Cut(), summary: "One picture is there, then the other."),
    Entry(Crossfade(), summary: "The next picture appears through the one before it."),
    Entry(Fade(), summary: "The picture sinks into the background, the next one rises from it."),
    Entry(ZoomFade(), summary: "The picture comes nearer as it dissolves into the next one."),
    Entry(name: "cover", summary: "The next picture slides in over the one before it.") {
      Cover($0)
    },
    Entry(name: "uncover", summary: "The picture slides away from the next one beneath it.") {
      Uncover($0)
    },
    Entry(name: "wipe", summary: "An edge moves across and leaves the next picture behind it.") {
      Wipe($0)
    },
    Entry(name: "blinds", summary: "Slats open all over the screen and show the next picture.") {
      Blinds($0)
    },
    Entry(name: "doors", summary: "The picture parts in the middle; the next one is behind it.") {
      (axis: Axis) in Doors(axis: axis)
    },
    Entry(Iris(), summary: "A circle opens from the middle and shows the next picture."),
    Entry(name: "flip", summary: "The picture turns over like a card; the next is on its back.") {
      Flip($0)
    },
    Entry(name: "cube", summary: "The pictures are faces of a cube that is turned.") {
      Cube($0)
    },
    Entry(name: "carousel", summary: "The pictures stand on a ring that turns.") {
      Carousel($0)
    },
    Entry(MoveInOut(axis: .horizontal), summary: "The next picture pushes the one before it out."),
    Entry(
      SlideOut(axis: .horizontal),
      summary: "The next picture slides over the one before it, which sinks back."),
    Entry(
      SlideIn(axis: .horizontal),
      summary: "The picture slides away and the next one grows from behind it."),
    Entry(
      ZoomInOut(axis: .horizontal),
      summary: "As a push, with smaller pictures beside the middle."),
    Entry(MoveInOut(axis: .vertical), summary: "The next picture pushes the one before it up."),
    Entry(
      SlideOut(axis: .vertical),
      summary: "The next picture slides up over the one before it, which sinks back."),
    Entry(
      SlideIn(axis: .vertical),
      summary: "The picture slides up and the next one grows from behind it."),
    Entry(
      ZoomInOut(axis: .vertical),
      summary: "As a push upwards, with smaller pictures beside the middle."),
  ])
}
