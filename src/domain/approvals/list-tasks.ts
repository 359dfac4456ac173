import { and, asc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import type { JsonText } from '../../contract/json-text.ts'
import type { ApprovalTaskQuery } from '../../contract/requests/approval-task-query.ts'
import type { ApprovalTask } from '../../contract/resources/approval-task.ts'
import { countTasks } from '../../db/count-rows.ts'
import { jsonList, jsonObject } from '../../db/json-object.ts'
import { keptLookup } from '../../db/kept-results.ts'
import { boundNumber } from '../../db/placeholders.ts'
import { prepared, type Store } from '../../db/store.ts'
import { approvalTasks } from '../../db/tables/workspace/approvals.ts'
import type { ServiceContext } from '../call.ts'
import { pageFor, pageText } from '../page-request.ts'

type Filter = 'finished' | 'unfinished' | 'all'

const CONDITIONS: Readonly<Record<Filter, SQL | undefined>> = {
  all: undefined,
  finished: sql`${approvalTasks.endedAtMs} IS NOT NULL`,
  unfinished: sql`${approvalTasks.endedAtMs} IS NULL`,
}

const IS_ENDED = { all: null, finished: 1, unfinished: 0 } as const

const prepareList = (store: Store, filter: Filter) => {
  const condition = and(
    gte(approvalTasks.createdAtMs, sql.placeholder('fromMs')),
    or(
      sql`${sql.placeholder('category')} IS NULL`,
      eq(approvalTasks.category, sql.placeholder('category')),
      eq(approvalTasks.processCategory, sql.placeholder('processCategory')),
    ),
    CONDITIONS[filter],
  )
  const page = store.orm
    .select()
    .from(approvalTasks)
    .where(condition)
    .orderBy(asc(approvalTasks.createdAtMs), asc(approvalTasks.sequence))
    .limit(boundNumber('limit'))
    .offset(boundNumber('offset'))
    .as('page')
  const task = jsonObject<ApprovalTask>({
    id: page.id,
    key: page.key,
    processName: page.processName,
    approvalId: sql`CAST(${page.approvalId} AS TEXT)`,
    processCategory: page.processCategory,
    category: page.category,
    submitter: page.submitter,
    assignee: page.assignee,
    createTime: page.createdAtMs,
    endTime: page.endedAtMs,
    approvalStatus: page.status,
  })
  return store.orm
    .select({
      records: jsonList(task),
      count: sql<number>`count(*)`,
      ended: sql<number>`count(${page.endedAtMs})`,
    })
    .from(page)
    .prepare()
}

const lists: Readonly<Record<Filter, (store: Store) => ReturnType<typeof prepareList>>> = {
  all: prepared((store) => prepareList(store, 'all')),
  finished: prepared((store) => prepareList(store, 'finished')),
  unfinished: prepared((store) => prepareList(store, 'unfinished')),
}

type Asked = ReturnType<typeof categoriesOf> & {
  filter: Filter
  fromMs: number
  limit: number
  offset: number
}

/** A page of tasks, kept because callers ask for the same one until there are further tasks. */
const pageOfTasks = keptLookup(
  (store, { filter, ...asked }: Asked) => ({
    ...(lists[filter](store).get(asked) ?? NO_TASKS),
    totalCount: countTasks(store, { ...asked, isEnded: IS_ENDED[filter] }),
  }),
  { keyOf: JSON.stringify, sizeOf: ({ records }) => records.length, until: 'any-write' },
)

const NO_TASKS = { records: '[]', count: 0, ended: 0 }

/** Tasks that started at or after an instant, oldest first, one page (E5). */
export const listTasks = (call: ServiceContext, query: ApprovalTaskQuery): JsonText => {
  const page = pageFor(call, query.page)
  const { records, count, ended, totalCount } = pageOfTasks(call.store, {
    filter: filterOf(call, query.finished),
    fromMs: query.createTimeForm,
    ...categoriesOf(call, query.category),
    limit: page.size,
    offset: page.offset,
  })
  if (count === 0) call.outcome('empty-list')
  else if (page.number > 1) call.outcome('further-page')
  if (ended > 0) call.outcome('ended-task')
  return pageText(page, totalCount, records)
}

const filterOf = (call: ServiceContext, finished: boolean | undefined): Filter => {
  if (finished === undefined) return call.variant('A-5-1') === 'both' ? 'all' : 'unfinished'
  return finished ? 'finished' : 'unfinished'
}

/** What the category of a request is compared with (A-5-3); null compares with nothing. */
const categoriesOf = (call: ServiceContext, asked: string | undefined) => {
  if (asked === undefined) return { category: null, processCategory: null }
  const variant = call.variant('A-5-3')
  return {
    category: variant === 'ignored' ? null : asked,
    processCategory: variant === 'either' ? asked : null,
  }
}
