// Every design a template has had. An older one can be looked at, and made the current one again.
import { useState } from 'react'
import { type FormTemplateData, formTemplate } from '#contract/systemSetting/formTemplate'
import { send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import type { PreviewRequest } from './preview.part.tsx'

const { calls } = formTemplate

async function restore({ templateId, templateName, version }: FormTemplateData, designVersion: number) {
  const answer = await confirmAct({
    title: `把“${templateName}”恢复为第 ${designVersion} 版的设计？`,
    effects: ['另存为新的一版，现在的设计也留在历史里', '已填好的表单不受影响'],
    verb: '恢复设计',
    safe: '不恢复',
    run: async (_reason, options) => {
      const { design } = await send(calls.detail, { templateId, designVersion }, options)
      await send(calls.edit, { templateId, design, version }, options)
    },
  })
  if (answer === null) return
  toast.success(`已恢复为第 ${designVersion} 版的设计`)
  void invalidate(formTemplate)
}

interface VersionsProps {
  row: FormTemplateData | null
  onPreview(request: PreviewRequest): void
  onClose(): void
}

export function VersionsDrawer({ row, onPreview, onClose }: VersionsProps) {
  const may = useMay()
  const [shown, setShown] = useState(row)
  if (row && row !== shown) setShown(row)
  const answer = useCall(calls.versions, shown && { templateId: shown.templateId })
  if (!shown) return null
  const current = answer.data?.[0]?.designVersion
  return (
    <SideDrawer open={row !== null} title={`“${shown.templateName}”的历史版本`} onClose={onClose}>
      {answer.isPending && <BlockBones lines={5} />}
      {answer.error && <ErrorBlock what="历史版本" error={answer.error} onRetry={() => void answer.refetch()} />}
      <ul className="yy-ft-versions">
        {answer.data?.map((one) => (
          <li className="yy-row yy-gap-8 yy-wrap yy-under" key={one.designVersion}>
            <b>第 {one.designVersion} 版</b>
            {one.designVersion === current && <StatusTag family="green">当前</StatusTag>}
            <span>
              {one.createTime.slice(0, 16)}　{one.createBy ?? '系统'}　{one.fieldCount} 个字段
            </span>
            <span className="yy-ft-version-acts yy-inline-flex yy-push">
              <button
                type="button"
                className="yy-link"
                onClick={() =>
                  onPreview({
                    templateId: shown.templateId,
                    templateName: shown.templateName,
                    designVersion: one.designVersion,
                  })
                }
              >
                查看
              </button>
              {one.designVersion !== current && may(calls.edit.needs) && (
                <button
                  type="button"
                  className="yy-link"
                  onClick={async () => {
                    await restore(shown, one.designVersion)
                    onClose()
                  }}
                >
                  恢复
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </SideDrawer>
  )
}
