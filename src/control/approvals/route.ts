import { Type } from '@sinclair/typebox'
import { OneOf, Text } from '../../contract/resources/primitives.ts'
import { MAX_INTEGER } from '../../kernel/ids.ts'
import { LIMITS } from '../../limits.ts'
import { defineControl } from '../define-control.ts'
import { ApprovalView } from './schema.ts'
import { decide } from './service.ts'

/** `POST /_sandbox/approvals/{approvalId}/tasks/{key}/decision`: what the interface leaves to people. */
export default defineControl({
  method: 'POST',
  path: '/approvals/:approvalId/tasks/:key/decision',
  summary:
    'Decide a task of an approval, as a person would, and tell what has become of the approval',
  params: Type.Object({
    approvalId: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
    key: Text,
  }),
  body: Type.Object(
    {
      decision: OneOf(['approve', 'reject', 'withdraw']),
      assignee: Type.Optional(
        Type.Unsafe<number | string>({
          type: ['integer', 'string'],
          minimum: -MAX_INTEGER,
          maximum: MAX_INTEGER,
          maxLength: LIMITS.text.max,
          description: 'id or e-mail address of the user whose task it is',
        }),
      ),
      comment: Type.Optional(Type.String({ maxLength: 10_000 })),
    },
    { additionalProperties: false },
  ),
  result: ApprovalView,
  handle: ({ workspace, params, body }) => decide(workspace, params.approvalId, params.key, body),
})
