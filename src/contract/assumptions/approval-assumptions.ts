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
    does: 'Tasks created at or after createTimeForm, oldest first, then in order of creation. Every user sees all tasks.',
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
    shown:
      'When the tasks of an approval start, complete set of approvalStatus values of a task, transitions of tasks, allowed keys of assignees (`initiator`, `task1` and `task2` seen), and the meaning of an approval without tasks: not shown.',
    does: 'One task per key and assignee. Any key is a step; only `initiator` has a meaning of its own: it is done at creation and is no record. assignees must name at least one other key, with at least one user. task1 starts at once, each next key when the one before is approved. Keys are ordered by the number in them. IN_PROGRESS becomes APPROVED, REJECTED or WITHDRAWN by a decision, with endTime. When every task of a key is approved, those of the next key start, with that instant as their createTime; after the last key the approval is approved. A rejection or a withdrawal ends the approval: other tasks in progress become WITHDRAWN at the same instant; tasks that have not started never start and are never listed.',
    why: 'The numbers in the keys seen suggest steps. After one rejection no other decision is needed, and an approval without tasks could never be decided.',
    known: 'invented',
    variants: { 'in-turn': 'one key after the other', 'at-once': 'all tasks start at creation' },
  },
  'A-9-5': {
    shown:
      'Meaning of the integer approvalStatus of an asset, whether an approval changes its updateTime and updateUser, whether an object may be in several approvals, and what ingestion beside them does: not shown.',
    does: '0: in no approval, or its approval was withdrawn; 1: an approval is in progress; 2: approved; 3: rejected. E9 sets 1 on the assets among its objects, the decision that ends the approval the rest. Whenever approvalStatus is set, updateTime is that instant, but never before createTime; updateUser is the submitter when the approval starts, and the assignee whose decision ends it. An object may be in several running approvals; the last change counts. An atom that is ingested while approvals name it becomes their asset at once, with the approvalStatus of the approval that changed last: by its end, or by its start while it is in progress; at one instant the newer approval counts. Assets of a seed have the status of the last change in their approvals; without approvals they have what the seed states, else 0. A seed that states what its approvals contradict is refused.',
    why: 'A client waits for the library to show the outcome, and an approval should follow its object. Refusing a second approval would be a rule that nothing shows.',
    known: 'invented',
  },
  'A-9-7': {
    shown: 'Meaning of objects: not shown.',
    does: 'They are ids of atoms and assets that exist and that the submitter sees: assets by A-visibility-1, and every atom (A-auth-11); of an ingested one the submitter must see the asset. Each counts once; an absent or empty list is legal. The records of approvals show them with their assets.',
    why: 'An approval of ingestion is about what is not in the library yet, and the samples of other operations do not tell which ids are meant.',
    known: 'invented',
    variants: {
      'atoms-and-assets': 'ids of atoms and of assets',
      assets: 'ids of assets only',
      atoms: 'ids of atoms only, also of ingested ones',
      any: 'any numbers: they are kept, and those of atoms and assets have their effect, whoever sees them',
    },
  },
  'A-9-8': {
    shown: 'What an approved ingestion does: not shown.',
    does: 'The decision that approves the last task ingests the atoms among the objects as E21 would, in order of their ids. The submitter owns the assets, and they get approvalStatus 2. A rejection or a withdrawal ingests nothing.',
    why: 'The operation is called an approval of ingestion, and the submitter asked for it.',
    known: 'invented',
    variants: {
      ingested: 'the last approval ingests atoms',
      'not-ingested': 'atoms stay atoms until E21 ingests them',
    },
  },
  'A-9-9': {
    shown:
      'Which process definitions are allowed, processCategory of a task made by E9, and the allowed values of category: not shown; `RESOURCE_PUBLISHMENT` and `MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING` seen.',
    does: 'The definition must have the processCategory `RESOURCE_PUBLISHMENT`, which its tasks get; another one is refused. Every user named must exist. The category may be any text.',
    why: 'The approval is about publishing resources. The category seen beside it, `PORTAL_PUBLISHMENT`, is about contents of portals; a list of categories would be a guess.',
    known: 'invented',
    variants: {
      'resource-publishment': 'definitions of `RESOURCE_PUBLISHMENT` only',
      any: 'any definition; tasks have its processCategory',
    },
  },
} as const satisfies Record<string, Assumption>
