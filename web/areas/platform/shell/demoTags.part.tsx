import { Button, Input } from 'antd'
import { LoaderCircle, Plus } from 'lucide-react'
import { Fragment } from 'react'
import type { Family } from '#contract/kit/options'
import { PageCard } from '#web/kit/parts/PageCard'
import { NoteTag, OwesTag, StatusTag } from '#web/kit/parts/StatusTag'

type Shown = readonly [label: string, family: Family, face?: 'hollow' | 'solid']

const rows: readonly (readonly [string, readonly Shown[]])[] = [
  [
    '居住',
    [
      ['入住中', 'blue'],
      ['已退住', 'grey'],
      ['待入住', 'slate', 'hollow'],
      ['试住', 'teal'],
      ['已预订', 'amber'],
      ['取消预订', 'grey', 'hollow'],
    ],
  ],
  [
    '床位',
    [
      ['空闲', 'green'],
      ['预订', 'amber'],
      ['入住', 'blue'],
      ['试住', 'teal'],
      ['外出', 'purple'],
      ['包房占用', 'grey'],
      ['维修停用', 'red'],
      ['待清洁', 'olive'],
    ],
  ],
  [
    '账单',
    [
      ['草稿', 'slate'],
      ['待缴', 'amber'],
      ['部分缴', 'orange'],
      ['已缴', 'green'],
      ['逾期', 'red'],
      ['已作废', 'grey'],
    ],
  ],
  [
    '告警',
    [
      ['未处理', 'red', 'solid'],
      ['处理中', 'orange'],
      ['已忽略', 'grey'],
      ['已处理', 'green'],
      ['已解除', 'slate'],
    ],
  ],
]

export const NotesLine = () => (
  <span>
    <NoteTag family="purple">失智</NoteTag>
    <NoteTag family="red">暴力倾向</NoteTag>
    <NoteTag family="teal">长护险</NoteTag>
    <NoteTag family="slate">临终关怀</NoteTag>
  </span>
)

export function TagsCard() {
  return (
    <PageCard title="状态标签" sub="圆点 + 文字，从不只靠颜色">
      <div className="yy-demo-tags yy-grid">
        {rows.map(([title, tags]) => (
          <Fragment key={title}>
            <span>{title}</span>
            <span className="yy-inline-flex yy-wrap yy-gap-4">
              {tags.map(([label, family, face]) => (
                <StatusTag key={label} family={family} hollow={face === 'hollow'} solid={face === 'solid'}>
                  {label}
                </StatusTag>
              ))}
            </span>
          </Fragment>
        ))}
        <span>关注事项</span>
        <span>
          <NotesLine /> <OwesTag />
        </span>
      </div>
    </PageCard>
  )
}

export function ButtonsCard() {
  return (
    <PageCard title="按钮与输入" sub="高 32，主按钮每屏一个">
      <div className="yy-below-8 yy-row yy-wrap yy-gap-8">
        <Button type="primary" icon={<Plus size={16} aria-hidden />}>
          新增档案
        </Button>
        <Button>重置</Button>
        <Button danger>退住</Button>
        <Button danger type="primary">
          确认退住
        </Button>
        <Button disabled>不可用</Button>
        <Button type="link">链接</Button>
        <Button disabled icon={<LoaderCircle size={15} className="yy-spin" aria-hidden />}>
          导出中 42%
        </Button>
      </div>
      <div className="yy-below-8 yy-row yy-wrap yy-gap-8">
        <Input aria-label="出错的输入" status="error" defaultValue="31010419440218204" style={{ width: 200 }} />
        <Input aria-label="正常的输入" defaultValue="2026-11-14 17:00" style={{ width: 200 }} />
      </div>
    </PageCard>
  )
}
