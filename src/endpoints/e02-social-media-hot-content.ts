import { Type } from '@sinclair/typebox'
import { example, withoutField } from '../contract/example.ts'
import { shown } from '../contract/known-field.ts'
import { field } from '../contract/resources/primitives.ts'
import { SocialMediaStats } from '../contract/resources/report-shapes.ts'
import { contentStats } from '../domain/social/content-stats.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E2',
  summary: 'Social media hot content',
  summaryInChinese: '社媒热门内容',
  tag: 'Social media',
  description: 'Lists the social media posts of a year with their statistics, most read first.',
  path: '/open-api/standard/v1/get-social-media-content-stats',
  access: 'read',
  hasBodyToken: false,
  outcomes: { 'empty-list': 'answered with an empty list' },
  param: Type.Object({
    createDate: field.shortText('Year of four digits, such as `2025`.', 'A-2-1', 'A-2-4'),
  }),
  result: shown(SocialMediaStats, 'Posts of the year with their figures.', 'A-2-1'),
  refuses: ['wrongFormat'],
  assumes: ['A-2-1', 'A-2-4', 'A-time-1'],
  sample: ({ social }) => ({ createDate: social.createDate }),
  examples: [
    example('success', 'A year'),
    example('empty-list', 'A year without posts', { createDate: '1999' }),
    example('wrongFormat', 'A year of two digits', { createDate: '25' }),
    withoutField('createDate', 'Without the year'),
  ],
  handle: (call) => contentStats(call, call.param.createDate),
})
