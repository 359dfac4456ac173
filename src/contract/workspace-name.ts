import { LIMITS } from '../kernel/limits.ts'
import { UNPRINTABLE_RANGES } from '../kernel/text.ts'
import { TextUpTo } from './resources/primitives.ts'

const nameMax = LIMITS.workspaceName.max

/**
 * Characters that show nothing, with which a name would look like another one: hyphens of breaks, joiners but those of scripts
 * and emoji, and blanks of Hangul and Mongolian. Tags beyond them need patterns that not every reader of the document has.
 */
const INVISIBLE_RANGES =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u2060-\\u206f\\u2800\\u3164\\uffa0\\ufff0-\\uffff'

export const WorkspaceName = TextUpTo(LIMITS.workspaceName, {
  // Names appear on terminals, and in paths, where `.` and `..` would disappear.
  pattern: `^(?!\\.{1,2}$|\\s|.*\\s$)[^${UNPRINTABLE_RANGES}${INVISIBLE_RANGES}]{1,${nameMax}}$`,
  description: `a name of 1 to ${nameMax} characters of any script, without control or invisible characters or space at its ends, neither . nor ..`,
})
