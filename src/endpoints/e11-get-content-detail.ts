import { Type } from '@sinclair/typebox'
import { PortalContentDetail } from '../contract/resources/portal-content.ts'
import { Id, PictureParam } from '../contract/resources/primitives.ts'
import { getContent } from '../domain/portal/contents.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** E11. One published content with its details; called from pages, not recommended. */
export default defineEndpoint({
  id: 'E11',
  summary: 'Get single content detail',
  description: 'Reads one published content with its texts and pictures.',
  path: '/portal/open/block/getContent',
  surface: 'portal',
  param: Type.Object({ id: Id, pictureParam: Type.Optional(PictureParam) }),
  result: PortalContentDetail,
  assumes: ['A-6-3', 'A-11-1', 'A-file-1'],
  handle: (call) => getContent(call, call.param),
})
