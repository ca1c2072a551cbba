-- The next picture grows in a diamond.
return {
  api = 1,
  place = function(p, scene)
    if p <= 0 then return {} end
    if p >= 1 then return nil end
    local x, y = scene.width / 2, scene.height / 2
    local a, b = scene.width * (1 - p), scene.height * (1 - p)
    return { clip = { x, y - b, x + a, y, x, y + b, x - a, y } }
  end,
}
