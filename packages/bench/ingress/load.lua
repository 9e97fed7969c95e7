-- Senders of a 500-byte JSON, as fast as they are answered. All of them are at one receiver and then at the next, as far
-- as a plan's calls a minute allow that: so is an endpoint that is hammered. Or, `apart`, each is at another one.
-- wrk -s load.lua <origin> -- <file of tokens, a line each> <together|apart> <connections>

local body = '{"id":"evt_1NG8Du2eZvKYlo2CUI79vXWy","type":"invoice.paid","data":"' .. string.rep("x", 430) .. '"}'
local requests = {}
local inARow = 1
local sent = 0

init = function(args)
  local headers = { ["Host"] = wrk.host .. ":" .. wrk.port, ["Content-Type"] = "application/json" }
  for token in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("POST", "/r/" .. token, headers, body)
  end
  if args[2] == "together" then inARow = tonumber(args[3]) end
end

request = function()
  local place = math.floor(sent / inARow) % #requests + 1
  sent = sent + 1
  return requests[place]
end

done = function(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"perSecond":%f,"p50Ms":%f,"p99Ms":%f,"ok":%d,"errors":%d,"rejected":%d}',
    summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    summary.requests - errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    errors.status
  ))
end
