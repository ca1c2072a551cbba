-- The next picture is seen through a gap that opens from the middle.
return {
  api = 1,
  place = function(p, scene)
    if p <= 0 then return {} end
    if p >= 1 then return nil end
    local open = scene.width * (1 - p)
    return { clip = { (scene.width - open) / 2, 0, open, scene.height } }
  end,
}
