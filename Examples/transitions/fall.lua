-- The next view falls in from above, a little askew, and comes to rest.
return {
  api = 1,
  axis = "vertical",
  place = function(p, scene)
    if p <= 0 then return {} end                 -- the view below stays where it is
    local tilt = (scene.chance < 0.5 and -8 or 8) * p
    local way = scene.height + scene.gap + 0.1 * scene.width
    return { y = -way * p, rotation = tilt }
  end,
}
