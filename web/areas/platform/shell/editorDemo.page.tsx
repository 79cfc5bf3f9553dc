// Rich text: written, read and printed.
import { Button, Segmented } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { RichTextView, richText } from '#web/kit/fields/richText'
import { usePageState } from '#web/kit/open'
import { PageCard } from '#web/kit/parts/PageCard'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import './demo.css'

const START = `<h2>重阳节活动通知</h2><p>各位家属：</p><p>我院定于<strong>农历九月初九</strong>举办重阳节活动，安排如下：</p>
<ul><li><p>上午 9:30 登高健步，活动室集合</p></li><li><p>中午 11:30 长寿面</p></li><li><p>下午 14:30 戏曲联欢</p></li></ul>
<blockquote><p>行动不便的老人由护理员陪同。</p></blockquote>`

export default function EditorDemo() {
  const [html, setHtml] = usePageState<string | null>('editor', START)
  const [mode, setMode] = useState<'write' | 'read'>('write')
  const org = useSession((state) => state.user?.orgInfo.orgName ?? '')
  const print = () =>
    printSheet({
      title: '通知（示例）',
      paper: 'A4',
      render: () => (
        <Sheet org={org} title="通　知" signatures={[{ label: '发布人' }, { label: '日期' }]}>
          <div className="rich">
            <RichTextView html={html} />
          </div>
        </Sheet>
      ),
    })
  return (
    <div className="yy-stack yy-gap-12 yy-demo-page">
      <PageCard
        title="编辑器示例"
        sub="粘贴的内容会去掉外来样式和脚本；图片上传到本系统"
        extra={
          <>
            <Segmented
              size="small"
              value={mode}
              onChange={setMode}
              options={[
                { value: 'write', label: '编辑' },
                { value: 'read', label: '阅读' },
              ]}
            />
            <Button size="small" icon={<Printer size={14} aria-hidden />} onClick={() => void print()}>
              打印
            </Button>
          </>
        }
      >
        {mode === 'write' ? (
          richText.input({ value: html, onChange: setHtml, placeholder: '在这里书写', 'aria-label': '正文' })
        ) : (
          <RichTextView html={html} />
        )}
      </PageCard>
    </div>
  )
}
