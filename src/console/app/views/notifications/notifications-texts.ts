import { formatNumber, texts } from '../../shell/language.ts'

/** The words of the view Notifications. */
export const words = texts({
  en: {
    title: 'Notifications',
    lead: 'In-app notifications of E12 as their receivers would see them, due or not by the clock of the workspace.',
    receiver: 'Receiver',
    everyone: 'Everyone',
    when: 'When',
    any: 'Due or not',
    due: 'Due',
    later: 'Not due',
    empty: 'There is no notification. E12 adds them.',
    none: 'No notification has this receiver and time.',
    notShown: (id: string) => `Notification ${id} is not among those that are shown.`,
    clock: 'Clock of the workspace:',
    changeClock: 'Change the clock',
    list: 'Notifications',
    subject: 'Title',
    noText: 'No text',
    template: 'Template',
    model: 'Module',
    page: 'Leads to',
    dueAt: 'Due at',
    dueIn: (span: string) => `in ${span}`,
    added: 'Added',
    close: 'Close',
    content: 'Content as the receiver sees it',
    source: 'HTML as it was sent',
    removed: (parts: string) => `Not shown, since it could run or ask another host: ${parts}.`,
    days: (count: string) => `${count} d`,
    hours: (count: string) => `${count} h`,
    minutes: (count: string) => `${count} min`,
    seconds: (count: string) => `${count} s`,
  },
  zh: {
    title: '通知',
    lead: '以接收人的视角查看 E12 添加的站内通知，并按工作区时钟判断是否已到发送时间。',
    receiver: '接收人',
    everyone: '所有人',
    when: '时间',
    any: '不限',
    due: '已到时间',
    later: '未到时间',
    empty: '暂无通知。可通过 E12 添加。',
    none: '没有符合条件的通知。',
    notShown: (id: string) => `通知 ${id} 不在当前显示的范围内。`,
    clock: '工作区时钟：',
    changeClock: '调整时钟',
    list: '通知列表',
    subject: '标题',
    noText: '无文本',
    template: '模板',
    model: '模块',
    page: '跳转路径',
    dueAt: '发送时间',
    dueIn: (span: string) => `还有 ${span}`,
    added: '添加时间',
    close: '关闭',
    content: '接收人看到的内容',
    source: '原始 HTML',
    removed: (parts: string) => `以下内容可能执行脚本或访问其他主机，因此未显示：${parts}。`,
    days: (count: string) => `${count} 天`,
    hours: (count: string) => `${count} 小时`,
    minutes: (count: string) => `${count} 分钟`,
    seconds: (count: string) => `${count} 秒`,
  },
})

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1_000],
] as const

/** A span of time in its two largest units, rounded up, so that a moment ahead is never in 0 seconds. */
export const formatSpan = (ms: number): string => {
  let left = Math.ceil(ms / 1_000) * 1_000
  const parts: string[] = []
  for (const [unit, length] of UNITS) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0) parts.push(words()[unit](formatNumber(count)))
  }
  return parts.slice(0, 2).join(' ')
}
