// The goals of the project for speed and memory, each with what was measured.
import { PEER_OPERATION } from './contenders.mjs'
import { countText, grid } from './grid.mjs'
import { overall } from './peers-summary.mjs'
import { memoryTrend } from './soak/summary.mjs'

const MIB_PER_MB = 1e6 / 1_048_576

const atLeast = (goal, limit, value, text = value.toFixed(2)) => ({
  ...{ goal, limit: `at least ${limit}`, text, isMet: value >= limit },
})

const atMost = (goal, limit, unit, value, digits = 2) => ({
  ...{ goal, limit: `at most ${limit}${unit}`, text: value.toFixed(digits), isMet: value <= limit },
})

const ceilingGoals = ({ peers }) =>
  [
    ['Requests a second / bare Fastify', 'rate'],
    ['Processor time of bare Fastify / ours', 'cpu'],
  ].flatMap(([name, measure]) => {
    const { median, lowest } = overall(peers, 'fastify', measure)
    return [
      atLeast(`${name}, median of the operations`, 0.5, median),
      atLeast(
        `${name}, lowest of the operations`,
        0.25,
        lowest.ratio,
        `${lowest.ratio.toFixed(2)} (${lowest.id})`,
      ),
    ]
  })

const PEER_GOALS = { prism: 4, mockoon: 8, wiremock: 2, 'wiremock without journal': 2 }

const peerGoals = ({ peers }) => {
  const { rate } = peers.calls[PEER_OPERATION]
  return Object.entries(PEER_GOALS)
    .filter(([name]) => rate[name])
    .map(([name, limit]) =>
      atLeast(`Requests a second / ${name}, ${PEER_OPERATION}`, limit, rate[name].median),
    )
}

const startGoals = ({ starts: { programs } }) => {
  const { ours, fastify, mockoon, wiremock, 'node:http': http } = programs
  return [
    atMost('Start / start of bare node:http', 2.5, '', ours.ms.median / http.ms.median),
    ...(mockoon ? [atLeast('Start of Mockoon / ours', 6, mockoon.ms.median / ours.ms.median)] : []),
    ...(wiremock
      ? [atLeast('Start of WireMock / ours', 6, wiremock.ms.median / ours.ms.median)]
      : []),
    atMost('Memory at rest / bare Fastify', 1.6, '', ours.restMiB.median / fastify.restMiB.median),
  ]
}

const libraryGoals = ({ workspaces: { libraryStart } }) => [
  atMost('Start of the library in a warm process, p95', 20, ' ms', libraryStart.p95),
]

const CONTROL_GOALS = { create: 3, reset: 1.5, snapshot: 2, restore: 2 }

const controlGoals = ({ control }) =>
  control.flatMap(({ where, times }) =>
    Object.entries(CONTROL_GOALS).map(([name, limit]) =>
      atMost(`Server's own time of ${name}, ${where}, p95`, limit, ' ms', times[name].p95),
    ),
  )

/** Rows whose time may at most double from the smallest data to the largest. */
const BOUNDED = /^(?:E[156] first page$|E(?:4|8|17|22) 20 )/
/** Calls that answer an exact total; the time of the whole call bounds that of its total. */
const WITH_TOTAL = /^E[156] /

const growthGoals = ({ growth }) => {
  const { size, reads, e7, e10 } = growth.at(-1)
  const rows = countText(size)
  const smallest = countText(growth[0].size)
  return [
    ...reads
      .filter(({ name }) => BOUNDED.test(name))
      .map(({ name, ratio }) => atMost(`${name}, time at ${rows} / at ${smallest}`, 2, '', ratio)),
    ...reads
      .filter(({ name }) => WITH_TOTAL.test(name))
      .map(({ name, median }) =>
        atMost(`${name} with its exact total at ${rows}`, 10, ' ms', median),
      ),
    atMost(`E7 with 100,000 members at ${rows}`, 500, ' ms', e7.ms, 0),
    atMost('Longest delay of /livez beside that E7', 250, ' ms', e7.livezMs, 0),
    atMost(
      `E10 of ${rows} members, additional memory`,
      100,
      ' MB',
      (e10.peakMiB - e10.beforeMiB) / MIB_PER_MB,
      0,
    ),
    atMost('Longest delay of /livez beside that E10', 50, ' ms', e10.livezMs, 0),
  ]
}

const soakGoals = ({ soak: { phases } }) =>
  phases.map(({ phase, samples, calls }) => {
    const { mibPerMillion, isFlat } = memoryTrend(samples)
    return {
      goal: `Memory over ${countText(calls)} calls, ${phase}`,
      limit: 'flat',
      text: `${mibPerMillion.toFixed(1)} MiB per million calls`,
      isMet: isFlat,
    }
  })

const GOALS = {
  peers: (parts) => [...ceilingGoals(parts), ...peerGoals(parts)],
  starts: startGoals,
  workspaces: libraryGoals,
  control: controlGoals,
  growth: growthGoals,
  soak: soakGoals,
}

/** Every goal whose part was measured: its limit, the value, and whether it is met. */
export const goalsOf = (parts) =>
  Object.entries(GOALS).flatMap(([part, goals]) => (parts[part] ? goals(parts) : []))

/** The goals as a table. */
export const goalTable = (parts) =>
  grid(
    goalsOf(parts).map(({ goal, limit, text, isMet }) => ({
      Goal: goal,
      Limit: limit,
      Measured: text,
      '': isMet ? 'met' : '**missed**',
    })),
  )
