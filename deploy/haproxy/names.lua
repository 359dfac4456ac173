-- Finds the node of a workspace's name by asking the nodes (docs/fleet.md). Nothing is stored here; haproxy.cfg remembers
-- in a stick table which node a name was on, for the time in which that node does not answer.

-- A restart takes less than this, so that nobody may conclude anything from a node's silence before.
local PATIENCE_S = 10
local RECENT_S = 30
local ANSWER_MS = 2000

-- FNV-1a, and a final mix because names often differ in their last characters only.
local function hash_of(text)
  local hash = 2166136261
  for index = 1, #text do
    hash = ((hash ~ text:byte(index)) * 16777619) & 0xffffffff
  end
  hash = ((hash ~ (hash >> 16)) * 0x85ebca6b) & 0xffffffff
  return hash ~ (hash >> 13)
end

-- The nodes in an order that depends on the name, so that callers who create it at the same time agree on the first.
local function nodes_for(name)
  local nodes = {}
  for key, server in pairs(core.backends.nodes.servers) do
    nodes[#nodes + 1] = { key = key, server = server, rank = hash_of(name .. '/' .. key) }
  end
  table.sort(nodes, function(one, other)
    if one.rank == other.rank then return one.key < other.key end
    return one.rank > other.rank
  end)
  return nodes
end

local function escaped(name)
  return (name:gsub('[^%w._~-]', function(byte) return ('%%%02X'):format(byte:byte()) end))
end

-- JSON escapes as UTF-8: json_query returns them unchanged.
local function decoded(name)
  local known = { b = '\b', f = '\f', n = '\n', r = '\r', t = '\t' }
  name = name:gsub('\\u([dD][89abAB]%x%x)\\u([dD][c-fC-F]%x%x)', function(high, low)
    local code = ((tonumber(high, 16) & 0x3ff) << 10) + (tonumber(low, 16) & 0x3ff) + 0x10000
    return utf8.char(code)
  end)
  name = name:gsub('\\u(%x%x%x%x)', function(hex) return utf8.char(tonumber(hex, 16)) end)
  return (name:gsub('\\(.)', function(char) return known[char] or char end))
end

-- True if the node has the name or refuses to say so, false if it has not, nil if it does not answer.
local function has_name(txn, node, name)
  local stats = node.server:get_stats()
  node.id = tonumber(stats.sid)
  node.is_up = stats.status:sub(1, 2) == 'UP'
  node.is_recent = node.is_up or (tonumber(stats.lastchg) or 0) < RECENT_S
  -- A node that drains answers its check with 503, and everything else as usual.
  if stats.status:sub(1, 4) == 'DOWN' and stats.check_status ~= 'L7STS' then return nil end
  local answer = core.httpclient():get({
    url = 'http://' .. node.server:get_addr() .. '/_sandbox/clock?workspace=' .. escaped(name),
    headers = { authorization = { txn.sf:req_hdr('authorization') } },
    timeout = ANSWER_MS,
  })
  local status = answer and answer.status or 0
  if status == 404 then return false end
  if status < 200 or status == 429 or status >= 502 then return nil end
  return true
end

local function words_of(silent)
  local words = {}
  for _, node in pairs(silent) do words[#words + 1] = node.key end
  table.sort(words)
  return table.concat(words, ', ')
end

-- Asks all nodes. Returns the node that has the name; else the first that is ready, those that did not answer by their ids,
-- and whether one of them may be back soon.
local function ask(txn, nodes, name)
  local home, silent, is_recent = nil, {}, false
  for _, node in ipairs(nodes) do
    local has = has_name(txn, node, name)
    if has then return node end
    if has == nil then
      silent[node.id] = node
      is_recent = is_recent or node.is_recent
    elseif node.is_up then
      home = home or node
    end
  end
  return nil, home, silent, is_recent
end

-- Sets txn.node to the node of txn.name or, for a new workspace, to the one that creates it. Sets txn.silent if nobody
-- can know. txn.known is the id of the server that had the name when it was last seen.
core.register_action('find_name', { 'http-req' }, function(txn)
  local name = txn:get_var('txn.name')
  if txn:get_var('txn.creates') then name = decoded(name) end
  txn:set_var('txn.name', name)
  local known = tonumber(txn:get_var('txn.known'))
  local nodes = nodes_for(name)
  local deadline = core.now().sec + PATIENCE_S
  while true do
    local found, home, silent, is_recent = ask(txn, nodes, name)
    if found then return txn:set_var('txn.node', found.key) end
    if not next(silent) then return txn:set_var('txn.node', (home or nodes[1]).key) end
    local holder = silent[known]
    -- haproxy waits for a node that may be restarting.
    if holder and holder.is_recent then return txn:set_var('txn.node', holder.key) end
    if home and not holder and txn:get_var('txn.creates') then return txn:set_var('txn.node', home.key) end
    if holder or not is_recent or core.now().sec >= deadline then
      return txn:set_var('txn.silent', words_of(silent))
    end
    core.msleep(500)
  end
end, 0)

-- Sets txn.taken if another node than txn.node has the name txn.new_name, and txn.silent if nobody can know.
core.register_action('find_taken', { 'http-req' }, function(txn)
  local name = decoded(txn:get_var('txn.new_name'))
  txn:set_var('txn.new_name', name)
  local own = txn:get_var('txn.node'):match('%S+')
  local found, _, silent = ask(txn, nodes_for(name), name)
  if found and found.key ~= own then return txn:set_var('txn.taken', found.key) end
  if not found and next(silent) then txn:set_var('txn.silent', words_of(silent)) end
end, 0)
