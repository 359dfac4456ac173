import { refuse } from '../../contract/errors/refusals.ts'
import type { MarketingTaskUpdate } from '../../contract/resources/marketing-shapes.ts'
import { parseTimestamp } from '../../kernel/timestamps.ts'
import { findBy } from '../../store/db/statements.ts'
import { marketingTasks } from '../../store/db/tables/workspace/marketing.ts'
import type { ServiceContext } from '../call.ts'
import { mustExist, otherKind } from '../existence.ts'
import { zoneOffsetOf } from '../zone.ts'

const FORMAT = 'YYYY-MM-DD HH:mm:ss'

const mustBePlan = mustExist('marketing_plans', refuse.unknownMarketingPlan)
const mustBeContentGroup = mustExist('content_groups', refuse.unknownContentGroup)

const taskById = findBy(marketingTasks, marketingTasks.id)

const SAVE_TASK = `UPDATE marketing_tasks SET content_type = :contentType, release_at_ms = :releaseAtMs,
     remark = :remark, content_group_id = :contentGroupId, updated_at_ms = :updatedAtMs
   WHERE id = :id`

export const updateTask = (
  call: ServiceContext,
  update: MarketingTaskUpdate,
): Record<string, never> => {
  const { store } = call
  mustBePlan(call, 'planId', [update.planId])
  const task = taskById(store, update.creativeId)
  if (task?.planId !== update.planId)
    throw refuse
      .unknownMarketingTask('creativeId', update.creativeId)
      .with(
        task
          ? ` in plan ${update.planId}; its plan is ${task.planId}`
          : otherKind(call, [update.creativeId]),
      )
  if (update.contentGroupId !== undefined)
    mustBeContentGroup(call, 'contentGroupId', [update.contentGroupId])
  store.run(SAVE_TASK, {
    id: task.id,
    contentType: update.contentType ?? task.contentType,
    releaseAtMs: releaseAtMsOf(call, update.releaseTime) ?? task.releaseAtMs,
    remark: update.remark ?? task.remark,
    contentGroupId: update.contentGroupId ?? task.contentGroupId,
    updatedAtMs: call.nowMs,
  })
  return {}
}

const releaseAtMsOf = (
  call: ServiceContext,
  releaseTime: string | undefined,
): number | undefined => {
  if (releaseTime === undefined) return undefined
  const releaseAtMs = parseTimestamp(releaseTime, zoneOffsetOf(call.variant('A-time-1')))
  if (releaseAtMs === undefined || releaseTime.length !== FORMAT.length)
    throw refuse.wrongFormat('releaseTime', `a time as ${FORMAT}`, releaseTime)
  if (releaseAtMs < call.nowMs) judgePastRelease(call)
  return releaseAtMs
}

/** Refuses a release in the past, or reports it (A-15-2). */
const judgePastRelease = (call: ServiceContext): void => {
  const variant = call.variant('A-15-2')
  if (variant === 'refused')
    throw refuse.outOfRange('releaseTime', 'not be before now, by the clock of the workspace')
  call.outcome('past-release')
  if (variant === 'finding') call.warn('release-in-the-past', 'releaseTime')
}
