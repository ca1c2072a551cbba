-- One flies through the picture into the next one behind it.
return {
  api = 1,
  top = "previous",
  place = function(p, scene)
    if p <= 0 then return { scale = 1 - 2 * p, opacity = 1 + p } end
    return { scale = 1 - 0.4 * p }
  end,
}
