/** `category` of an approval task. */
export const APPROVAL_CATEGORY = 'APPROVAL'

/** `processCategory` of the tasks that E9 makes (A-9-3). */
export const PUBLISHING_CATEGORY = 'RESOURCE_PUBLISHMENT'
