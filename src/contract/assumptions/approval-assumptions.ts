import type { Assumption } from './assumption.ts'

/** Decisions about approvals. */
export const approvalAssumptions = {
  'A-5-1': {
    shown: 'Meaning of finished: not shown.',
    does: 'false: tasks in progress; true: ended tasks; absent: both.',
    why: 'Published elsewhere: a list of to-dos has a switch whose false leaves out what is finished. What true and absence mean is ours.',
    known: 'published elsewhere',
    variants: {
      both: 'an absent finished means both',
      unfinished: 'an absent finished means false',
    },
  },
  'A-5-2': {
    shown: 'Order of the list, and on which side of createTimeForm it lies: not shown.',
    does: 'Tasks created at or after createTimeForm, oldest first, then in order of creation. Everybody sees all tasks.',
    why: 'The name says "from", and a list that grows at its end can be read page by page.',
    known: 'invented',
  },
  'A-5-3': {
    shown: 'Allowed values of category: not shown; `APPROVAL` seen.',
    does: 'It is compared with the category of the task, which is `APPROVAL` for every task that E9 makes; another category answers an empty page, absent means all. processCategory is not compared.',
    why: 'It is a filter, and a filter that matches nothing is no error.',
    known: 'invented',
    variants: {
      category: 'the category of the task',
      either: 'the category or the processCategory of the task',
      ignored: 'tasks of every category are listed',
    },
  },
  'A-5-4': {
    shown:
      'Only page is sent, and a sample answers pageSize 20; how to ask for another size is not shown.',
    does: 'Pages start at 1 and have 20 rows; a pageSize in the request is an unknown field. A page after the last one is empty.',
    why: "The sample's size is the only one seen. Where pages start is ours.",
    known: 'document',
  },
  'A-9-1': {
    shown: 'processName of a task: where it comes from is not shown.',
    does: 'It is the `name` of the request.',
    why: 'It lets a test find its own approval again.',
    known: 'invented',
    variants: {
      name: 'the `name` of the request, else that of the process definition',
      definition: 'the name of the process definition',
    },
  },
  'A-9-2': {
    shown: 'When the tasks of an approval start, and transitions: not shown.',
    does: 'One task per key and assignee. `initiator` is done at creation and is no record. task1 starts at once, each next key when the one before is approved. Keys are ordered by the number in them.',
    why: 'Numbered keys are steps.',
    known: 'invented',
    variants: { 'in-turn': 'one key after the other', 'at-once': 'all tasks start at creation' },
  },
  'A-9-3': {
    shown: 'processCategory of a task made by E9: not shown; the meaning of objects: not shown.',
    does: 'processCategory is `RESOURCE_PUBLISHMENT`; objects are asset ids and must exist; every user named must exist. The category may be any text.',
    why: 'The approval is about publishing resources from outside.',
    known: 'invented',
  },
  'A-9-4': {
    shown: 'Meaning of an approval without tasks: not shown.',
    does: 'It is refused: assignees must name at least one key beside `initiator`, with at least one user.',
    why: 'It could never be decided.',
    known: 'invented',
  },
  'A-9-5': {
    shown: 'Meaning of the integer approvalStatus of an asset: not shown.',
    does: '0: in no approval, or its approval was withdrawn; 1: an approval is in progress; 2: approved; 3: rejected. E9 sets 1 for its objects, the decision that ends the approval the rest; of several approvals the last to change counts. Assets of a seed have what the seed says, else 0.',
    why: 'A client waits for the library to show the outcome.',
    known: 'invented',
  },
  'A-9-6': {
    shown: 'Complete set of approvalStatus values of a task, and transitions: not shown.',
    does: 'IN_PROGRESS becomes APPROVED, REJECTED or WITHDRAWN by a decision, with endTime. When every task of a key is approved, those of the next key start, with that instant as their createTime; after the last key the approval is approved. A rejection or a withdrawal ends the approval: other tasks in progress become WITHDRAWN at the same instant; tasks that have not started never start and are never listed.',
    why: 'After one rejection no other decision is needed.',
    known: 'invented',
  },
} as const satisfies Record<string, Assumption>
