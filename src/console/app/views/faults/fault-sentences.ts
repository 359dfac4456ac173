import type { FaultEffect, FaultRule } from '#src/client/generated/control.ts'
import { formatNumber, texts } from '../../texts/language.ts'

const words = texts({
  en: {
    every: 'every operation',
    of: (operation: string) => `calls of ${operation}`,
    by: (actor: string) => ` by ${actor}`,
    code: (code: string) => (code === '0' ? ' that succeed' : ` refused with ${code}`),
    body: (body: string) => ` whose body has ${body}`,
    nth: (nth: string) => `, from number ${nth} on`,
    arrival: 'on arrival',
    before: 'before the operation runs',
    after: 'after the commit',
    during: 'while the answer is sent',
    wait: (ms: string) => `waits ${ms} ms`,
    between: (min: string, max: string) => `waits ${min} to ${max} ms`,
    refuse: (code: string) => `refuses with ${code}`,
    status: (status: string) => `answers HTTP ${status}`,
    reset: 'resets the connection',
    truncate: 'cuts the answer off',
    malformed: 'makes the answer invalid JSON',
    failed: (atoms: string) => `does not ingest ${atoms}`,
    all: 'any atom',
    first: (count: string) => `the first ${count} atoms`,
    these: (ids: string) => `the atoms ${ids}`,
    andThen: ', then ',
    once: 'once',
    times: (times: string) => `${times} times`,
    always: 'every time',
    chance: (percent: string) => ` with a probability of ${percent} %`,
    nothing: 'does nothing',
    sentence: (when: string, what: string, often: string) => `${when}: ${what}, ${often}`,
  },
  zh: {
    every: '所有接口',
    of: (operation: string) => `${operation} 的调用`,
    by: (actor: string) => `，操作用户 ${actor}`,
    code: (code: string) => (code === '0' ? '，结果成功' : `，以 ${code} 被拒绝`),
    body: (body: string) => `，请求体含 ${body}`,
    nth: (nth: string) => `，从第 ${nth} 次起`,
    arrival: '请求到达时',
    before: '接口执行前',
    after: '提交之后',
    during: '发送响应期间',
    wait: (ms: string) => `等待 ${ms} 毫秒`,
    between: (min: string, max: string) => `等待 ${min} 到 ${max} 毫秒`,
    refuse: (code: string) => `以 ${code} 拒绝`,
    status: (status: string) => `返回 HTTP ${status}`,
    reset: '重置连接',
    truncate: '截断响应',
    malformed: '返回无效的 JSON',
    failed: (atoms: string) => `不入库${atoms}`,
    all: '任何原子素材',
    first: (count: string) => `前 ${count} 个原子素材`,
    these: (ids: string) => `原子素材 ${ids}`,
    andThen: '，然后',
    once: '一次',
    times: (times: string) => `${times} 次`,
    always: '每次',
    chance: (percent: string) => `，概率 ${percent}%`,
    nothing: '无效果',
    sentence: (when: string, what: string, often: string) => `${when}：${what}，${often}`,
  },
})

const MAX_BODY = 200

/** Which calls a rule matches. */
export const describeMatch = ({ match }: FaultRule): string => {
  const text = words()
  const body = match.body === undefined ? '' : JSON.stringify(match.body)
  const cut = body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}…` : body
  return [
    match.operation === '*' ? text.every : text.of(match.operation),
    match.actor === undefined ? '' : text.by(match.actor),
    match.code === undefined ? '' : text.code(match.code),
    body === '' ? '' : text.body(cut),
    match.nth === undefined ? '' : text.nth(formatNumber(match.nth)),
  ].join('')
}

/** When a rule acts, what it does, and how often. */
export const describeEffect = ({
  phase = 'before',
  effect,
  times = 1,
  probability,
}: FaultRule): string => {
  const text = words()
  const parts = [...delayParts(effect), ...endingParts(effect)]
  const chance =
    probability === undefined || probability === 1
      ? ''
      : text.chance(formatNumber(probability * 100))
  return text.sentence(
    text[phase],
    parts.length === 0 ? text.nothing : parts.join(text.andThen),
    `${oftenOf(times)}${chance}`,
  )
}

const oftenOf = (times: number | 'always'): string => {
  if (times === 'always') return words().always
  return times === 1 ? words().once : words().times(formatNumber(times))
}

const delayParts = ({ delayMs, distribution }: FaultEffect): string[] => {
  const text = words()
  if (delayMs !== undefined) return [text.wait(formatNumber(delayMs))]
  if (!distribution) return []
  return [text.between(formatNumber(distribution.minMs), formatNumber(distribution.maxMs))]
}

const endingParts = ({ code, status, failed, ...flags }: FaultEffect): string[] => {
  const text = words()
  if (code !== undefined) return [text.refuse(code)]
  if (status !== undefined) return [text.status(String(status))]
  if (failed !== undefined) return [text.failed(atomsOf(failed))]
  return (['reset', 'truncate', 'malformed'] as const)
    .filter((name) => flags[name])
    .map((name) => text[name])
}

const atomsOf = (failed: number[] | number | 'all'): string => {
  const text = words()
  if (failed === 'all') return text.all
  return typeof failed === 'number'
    ? text.first(formatNumber(failed))
    : text.these(failed.join(', '))
}
