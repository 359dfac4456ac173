/** `category` of an approval task. */
export const APPROVAL_CATEGORY = 'APPROVAL'

/** `processCategory` of the definitions that E9 takes, and of its tasks (A-9-3, A-9-9). */
export const PUBLISHING_CATEGORY = 'RESOURCE_PUBLISHMENT'
