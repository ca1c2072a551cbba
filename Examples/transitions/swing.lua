-- The picture swings open like a door that is hung on the left.
return {
  api = 1,
  top = "previous",
  place = function(p, scene)
    if p >= 0 then return {} end
    local angle = -p * math.pi / 2
    local w, h = scene.width, scene.height
    -- The free edge comes nearer; the eye is 2.5 widths away from the middle of the screen.
    local nearer = 1 / (1 - math.sin(angle) / 2.5)
    local x = w / 2 + (w * math.cos(angle) - w / 2) * nearer
    local top, bottom = h / 2 - h / 2 * nearer, h / 2 + h / 2 * nearer
    if x <= 0 then return nil end                -- it has turned out of sight
    return { corners = { 0, 0, x, top, x, bottom, 0, h } }
  end,
}
