-- Asks for the paths of a file in turn.
local requests, position = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do requests[#requests + 1] = wrk.format("GET", line) end
end

function request()
  position = position % #requests + 1
  return requests[position]
end
