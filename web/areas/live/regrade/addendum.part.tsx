// 补充协议: the paper as it will stand when it goes out to be signed.
import { Button } from 'antd'
import { useState } from 'react'
import type { RegradeRehearsal } from '#contract/live/regrade'
import { usualPaper } from '#contract/systemSetting/documentTemplate'
import { DocumentPages } from '#web/areas/systemSetting/public'
import { PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'

export function AddendumCard({ addendum }: { addendum: NonNullable<RegradeRehearsal['addendum']> }) {
  const [open, setOpen] = useState(false)
  const { title, templateName, html, missing } = addendum
  return (
    <PageCard
      title="补充协议"
      sub={`批准后生成《${title}》，送家属签署`}
      extra={html && <Button onClick={() => setOpen(true)}>看正文</Button>}
    >
      <p className="yy-no-margin yy-soft-ink">
        模板“{templateName}”。
        {missing.length > 0 && <span className="yy-amber">正文里还空着：{missing.join('、')}。</span>}
      </p>
      {html && (
        <SideDrawer open={open} title={`《${title}》`} width={960} asks={false} onClose={() => setOpen(false)}>
          <DocumentPages html={html} paper={usualPaper} />
        </SideDrawer>
      )}
    </PageCard>
  )
}
