// A template tried out: filled in as a user would, checked, printed. Nothing of it is stored.
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { FormDesignData } from '#contract/kit/formDesign'
import { samplePlaceholders } from '#contract/live/residentPlaceholders'
import { formTemplate } from '#contract/systemSetting/formTemplate'
import { FormSheet } from '#web/kit/formSheet/FormSheet'
import { printForm } from '#web/kit/formSheet/PrintedForm'
import { startValues, useFormSheet } from '#web/kit/formSheet/useFormSheet'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'

interface TrialProps {
  open: boolean
  title: string
  design: FormDesignData
  about?: string | undefined
  onClose(): void
}

function Trial({ open, title, design, about, onClose }: TrialProps) {
  const org = useSession((state) => state.user?.orgInfo.orgName ?? '')
  const sheet = useFormSheet(design, () => startValues(design, samplePlaceholders))
  const count = Object.keys(sheet.problems).length
  const print = (filled: boolean) => printForm({ title, org, design, values: filled ? sheet.values : null })
  return (
    <SideDrawer
      asks={false}
      open={open}
      title={`预览：${title}`}
      about={about ?? '试填，不会保存；老人字段为示例'}
      width={design.paper === 'A4-landscape' ? 1360 : 720}
      onClose={onClose}
      foot={
        <div className="yy-drawer-foot">
          <span className={count > 0 ? 'yy-red' : undefined}>{count > 0 && `有 ${count} 处需要改正`}</span>
          <span className="yy-drawer-foot-acts">
            <Button onClick={() => sheet.reset(startValues(design, samplePlaceholders))}>重填</Button>
            <Button onClick={() => void print(false)}>打印空表</Button>
            <Button icon={<Printer size={15} aria-hidden />} onClick={() => void print(true)}>
              打印
            </Button>
            <Button
              type="primary"
              onClick={() => {
                if (sheet.check()) toast.success('填写合格，用户可以提交')
              }}
            >
              检查填写
            </Button>
          </span>
        </div>
      }
    >
      {design.fields.length === 0 ? (
        <Empty title="这份表单还没有字段" text="先到设计页面添加字段。" />
      ) : (
        <FormSheet
          trial
          name={sheet.name}
          design={design}
          values={sheet.values}
          problems={sheet.problems}
          onChange={sheet.change}
        />
      )}
    </SideDrawer>
  )
}

export interface PreviewRequest {
  templateId: string
  templateName: string
  /** The current design unless told. */
  designVersion?: number
}

/** Loads the design first. */
export function PreviewDrawer({ request, onClose }: { request: PreviewRequest | null; onClose(): void }) {
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  const input = shown && { templateId: shown.templateId, designVersion: shown.designVersion ?? null }
  const answer = useCall(formTemplate.calls.detail, input)
  if (!shown) return null
  if (answer.data) {
    return (
      <Trial
        key={`${shown.templateId}:${answer.data.designVersion}:${answer.data.version}`}
        open={request !== null}
        title={shown.templateName}
        about={shown.designVersion ? `第 ${shown.designVersion} 版` : undefined}
        design={answer.data.design}
        onClose={onClose}
      />
    )
  }
  return (
    <SideDrawer open={request !== null} title={`预览：${shown.templateName}`} width={720} onClose={onClose}>
      <Loaded of={answer} what="表单设计" lines={10} fresh />
    </SideDrawer>
  )
}

/** What stands in the designer, saved or not. */
export const DesignPreview = (props: TrialProps) => (props.open ? <Trial {...props} /> : null)
