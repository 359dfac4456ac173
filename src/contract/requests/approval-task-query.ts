import { type Static, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { EpochMs, PageNumber, Text } from '../resources/primitives.ts'

/** The approval tasks that E5 lists. */
export const ApprovalTaskQuery = Type.Object({
  createTimeForm: shown(
    EpochMs,
    'Earliest creation time of the tasks, epoch milliseconds, inclusive. Spelled this way in the document.',
    'A-5-2',
  ),
  category: shown(
    Type.Optional(Text),
    'Category of the tasks, such as `APPROVAL`; every category when absent.',
    'A-5-3',
  ),
  finished: shown(
    Type.Optional(Type.Boolean()),
    'false: tasks in progress; true: ended tasks; absent: both.',
    'A-5-1',
  ),
  page: shown(
    Type.Optional(PageNumber),
    'Number of the page, from 1; 1 when absent. A page has 20 rows.',
    'A-page-1',
  ),
})
export type ApprovalTaskQuery = Static<typeof ApprovalTaskQuery>
