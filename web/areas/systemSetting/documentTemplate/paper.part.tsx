// Paper, margins, header and footer of a template, with a small picture of the page.
import { Button, Checkbox, Form, Input, InputNumber, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { type PaperData, usualPaper } from '#contract/systemSetting/documentTemplate'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { sheetSize } from './sheetSize.ts'
import './documentParts.css'

const MARGINS = [
  ['top', '上'],
  ['bottom', '下'],
  ['left', '左'],
  ['right', '右'],
] as const

const USUAL: readonly { title: string; margins: Pick<PaperData, 'top' | 'right' | 'bottom' | 'left'> }[] = [
  { title: '普通', margins: { top: 20, right: 22, bottom: 20, left: 22 } },
  { title: '窄', margins: { top: 13, right: 13, bottom: 13, left: 13 } },
  { title: '宽', margins: { top: 25, right: 32, bottom: 25, left: 32 } },
]

function Picture({ paper }: { paper: PaperData }) {
  const { width, height } = sheetSize(paper)
  return (
    <svg className="yy-doc-paper-picture yy-block" viewBox={`-2 -2 ${width + 4} ${height + 4}`} aria-hidden>
      <rect width={width} height={height} fill="#fff" stroke="#8792a0" strokeWidth="1" />
      <rect
        x={paper.left}
        y={paper.top}
        width={Math.max(0, width - paper.left - paper.right)}
        height={Math.max(0, height - paper.top - paper.bottom)}
        fill="#eaf3fd"
        stroke="#b7d6f7"
        strokeDasharray="4 3"
      />
      {paper.header && <rect x={width / 2 - 30} y={paper.top / 2 - 2} width="60" height="4" fill="#8792a0" />}
      {paper.footer && <rect x={paper.left} y={height - paper.bottom / 2 - 2} width="40" height="4" fill="#8792a0" />}
      {paper.pageNumbers && (
        <rect
          x={paper.footer ? width - paper.right - 24 : width / 2 - 12}
          y={height - paper.bottom / 2 - 2}
          width="24"
          height="4"
          fill="#8792a0"
        />
      )}
    </svg>
  )
}

interface PaperProps {
  open: boolean
  value: PaperData
  onSave(paper: PaperData): void
  onClose(): void
}

export function PaperDrawer({ open, value, onSave, onClose }: PaperProps) {
  const [paper, setPaper] = useState(value)
  useEffect(() => {
    if (open) setPaper(value)
  }, [open, value])
  const set = (part: Partial<PaperData>) => setPaper({ ...paper, ...part })
  return (
    <SideDrawer
      open={open}
      title="页面设置"
      onClose={onClose}
      foot={
        <div className="yy-drawer-foot">
          <Button type="link" onClick={() => setPaper(usualPaper)}>
            恢复默认
          </Button>
          <span className="yy-drawer-foot-acts">
            <Button
              type="primary"
              onClick={() => {
                onSave(paper)
                onClose()
              }}
            >
              应用到模板
            </Button>
          </span>
        </div>
      }
    >
      <Picture paper={paper} />
      <Form layout="vertical">
        <Form.Item label="纸张">
          <Segmented
            value={`${paper.size}${paper.landscape ? '横' : '竖'}`}
            options={['A4竖', 'A4横', 'A5竖', 'A5横'].map((one) => ({
              value: one,
              label: `${one.slice(0, 2)} ${one.slice(2)}向`,
            }))}
            onChange={(one) => set({ size: one.slice(0, 2) as PaperData['size'], landscape: one.endsWith('横') })}
          />
        </Form.Item>
        <Form.Item label="页边距（毫米）">
          <div className="yy-doc-margins yy-grid yy-gap-8">
            {MARGINS.map(([side, title]) => (
              <InputNumber
                key={side}
                prefix={title}
                aria-label={`${title}边距`}
                min={5}
                max={60}
                value={paper[side]}
                onChange={(next) => set({ [side]: next ?? 20 })}
              />
            ))}
          </div>
          <div className="yy-flex yy-gap-8 yy-above-8">
            {USUAL.map(({ title, margins }) => (
              <Button key={title} size="small" onClick={() => set(margins)}>
                {title}
              </Button>
            ))}
          </div>
        </Form.Item>
        <Form.Item label="页眉" htmlFor="yy-doc-header">
          <Input
            id="yy-doc-header"
            maxLength={60}
            placeholder="每页上方居中，可不填"
            value={paper.header ?? ''}
            onChange={(event) => set({ header: event.target.value || null })}
          />
        </Form.Item>
        <Form.Item label="页脚" htmlFor="yy-doc-footer">
          <Input
            id="yy-doc-footer"
            maxLength={60}
            placeholder="每页下方，可不填"
            value={paper.footer ?? ''}
            onChange={(event) => set({ footer: event.target.value || null })}
          />
        </Form.Item>
        <Checkbox checked={paper.pageNumbers} onChange={(event) => set({ pageNumbers: event.target.checked })}>
          打印页码（第 1 / 3 页）
        </Checkbox>
      </Form>
    </SideDrawer>
  )
}
