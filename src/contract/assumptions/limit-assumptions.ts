import type { Assumption } from './assumption.ts'

const SILENT =
  'Rate limits, upload sizes, part sizes, page-size bounds and all other bounds but E8: not shown.'

/** Decisions about bounds; the numbers are those of `src/limits.ts`, printed into docs/limits.md. */
export const limitAssumptions = {
  'A-limit-1': {
    shown: SILENT,
    does: 'Bodies are bounded in bytes by route: most to 1.5 MiB (by setting), E7 to 12 MiB, seeds to 16 MiB, bodies of token and upload routes to 16 KiB. A larger body is read to its end, discarded and refused. While 64 MiB of bodies are pending, a body of more than 1 MiB waits unread for up to a minute; a body that others wait for must arrive at 128 KiB per second.',
    why: 'A hundred thousand crowd members are 5.5 MB; every other request of an ordinary client is much smaller.',
    known: 'invented',
  },
  'A-limit-2': {
    shown: SILENT,
    does: 'Keys and values of a JSON body are counted before it is parsed: at most 50,000, in E13 60,000, in E7 and seeds 320,000.',
    why: 'Parsing costs time and memory by the value, not by the byte: 31 MiB of empty objects take seven seconds.',
    known: 'invented',
  },
  'A-limit-3': {
    shown: SILENT,
    does: 'Every list has a maximum length, by field.',
    why: 'Each element costs a query or a row; a call must not delay the others.',
    known: 'invented',
  },
  'A-limit-4': {
    shown: SILENT,
    does: 'Every text has a maximum length in characters, by field.',
    why: 'Texts are stored, searched, and quoted in refusals and journals.',
    known: 'invented',
  },
  'A-limit-5': {
    shown: SILENT,
    does: 'Every object with free keys has a maximum number of properties.',
    why: 'Each property costs as much as an element of a list.',
    known: 'invented',
  },
  'A-limit-6': {
    shown: SILENT,
    does: 'Open connections and waiting calls of the control plane are bounded, both by setting; one more is refused, where no idle connection can make room for it. Calls that faults delay at once are bounded; one more is not delayed, and x-sandbox-fault says so. E18 removes up to 10,000 members in its call; those of a larger pack, which is gone as well, are removed after it. A call that holds the event loop for more than 100 ms is named in the journal and the log.',
    why: 'Each costs memory as long as the connection is open.',
    known: 'invented',
  },
  'A-limit-7': {
    shown: SILENT,
    does: 'Names, workspaces, snapshots, fault rules, entries of archives, and rows, texts and depth of seeds are bounded, and so are the ids that seeds and archives choose: operations always find higher ones. A clock goes to the year 274,493.',
    why: 'The control plane serves everybody in the same process.',
    known: 'invented',
  },
  'A-limit-8': {
    shown: SILENT,
    does: 'What the server keeps in memory for its callers is bounded in bytes, by kind and for all workspaces together: journals, searches, nonces, expiry times of signed URLs, pending bodies, templates, snapshots in memory mode, tokens, fault rules. Where a bound is reached, the workspace that uses most drops its oldest values first. Of each client the 10,000 access tokens and the 10,000 refresh tokens issued last count: one more ends the oldest. Expired tokens are told from unknown ones for 30 days. In memory mode a database over 16 MiB stays open beside SANDBOX_MAX_OPEN, and its snapshots lie in the temporary folder, as do all further ones where the snapshots in memory have 64 MiB. In a data folder a file of 4 MiB is kept, which a start on a full disk gives up.',
    why: 'A stand-in runs for weeks in a container with little memory. A client that asks for a token for every call has forgotten the oldest, and must not be refused.',
    known: 'invented',
  },
  'A-limit-9': {
    shown: SILENT,
    does: 'E16 takes at most 100 files. Reading a file and making a picture of it take at most 5 seconds each; a file that takes longer, or twice crashes its reader or drives it over 512 MiB of memory, is unreadable and is not tried again until the server starts anew. Pictures of more than 100 million pixels (AVIF 20 million) and drawings with a text of more than 10,000 characters are shown as cards. Words are counted up to a size, a number of pages and a depth of elements; beyond, their number is null. Workspaces take turns, and calls that wait for files are bounded; one more is refused.',
    why: 'Files from all workspaces are read in few processes that all workspaces share: two that read, one that makes pictures. Of honest files, a PDF of 1,000 pages takes one second and a picture of 100 million pixels a third of one.',
    known: 'invented',
  },
} as const satisfies Readonly<Record<string, Assumption>>
