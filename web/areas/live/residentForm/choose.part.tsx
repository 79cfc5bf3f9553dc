// Whom a form is filled in for, and which. A form that is filled in once opens the one that is there.

import { Button, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { residentForm } from '#contract/live/residentForm'
import { FormEnabled, FormFilling, formTemplate } from '#contract/systemSetting/formTemplate'
import { ResidentPicker } from '#web/areas/live/residentPick.part'
import { send } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { found, searchText } from '#web/kit/initials'
import { openPage } from '#web/kit/open'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import './residentForm.css'

const { calls, pages } = residentForm

interface ChooseProps {
  open: boolean
  /** Only forms of this type; null: of any. */
  typeId: string | null
  /** The resident, where the page is about one. */
  oldmanId?: string | null
  onClose(): void
}

export function ChooseDrawer({ open, typeId, oldmanId = null, onClose }: ChooseProps) {
  const [resident, setResident] = useState(oldmanId)
  const [templateId, setTemplateId] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!open) return
    setResident(oldmanId)
    setTemplateId(null)
    setProblem(null)
  }, [open, oldmanId])
  const input = useMemo(
    () => (open ? { typeId, enabled: FormEnabled.is.on, page: 1, size: 500 } : null),
    [open, typeId],
  )
  const forms = useCall(formTemplate.calls.list, input)
  const rows = (forms.data?.list ?? []).filter((form) => form.fieldCount > 0)
  const chosen = rows.find((form) => form.templateId === templateId)
  const begin = async () => {
    if (!resident) return setProblem('请选择老人')
    if (!templateId) return setProblem('请选择表单')
    setBusy(true)
    setProblem(null)
    try {
      const begun = await send(calls.start, { oldmanId: resident, templateId }, { handles: () => true })
      onClose()
      if (begun.existing) {
        toast.info(`${begun.oldmanName}的《${begun.title}》只填一次，已打开填过的那一份`)
        openPage(pages.fill.path, { recordId: begun.existing })
      } else openPage(pages.fill.path, { oldmanId: resident, templateId })
    } catch (error) {
      setProblem((error as CallError).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <SideDrawer
      open={open}
      title="填写文书"
      onClose={onClose}
      foot={
        <div className="yy-drawer-foot">
          <span className={problem ? 'yy-field-problem' : undefined} role={problem ? 'alert' : undefined}>
            {problem ?? '档案里的内容会自动带出'}
          </span>
          <span className="yy-drawer-foot-acts">
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" loading={busy} onClick={() => void begin()}>
              开始填写
            </Button>
          </span>
        </div>
      }
    >
      <div className="yy-rf-choose yy-grid yy-gap-6">
        <label htmlFor="yy-rf-resident">老人</label>
        <ResidentPicker
          id="yy-rf-resident"
          value={resident}
          disabled={oldmanId !== null}
          onChange={(next) => {
            setProblem(null)
            setResident(next)
          }}
        />
        <label htmlFor="yy-rf-template">表单</label>
        <Select<string, { value: string; label: string; about: string; search: string }>
          id="yy-rf-template"
          className="yy-fill"
          placeholder="选择要填写的表单"
          loading={forms.isFetching}
          notFoundContent={forms.isFetching ? '查找中…' : '这个类型还没有启用的表单'}
          value={templateId}
          showSearch={{ filterOption: (typed, option) => found(option?.search, typed) }}
          options={rows.map((form) => ({
            value: form.templateId,
            label: form.templateName,
            about: form.typeName,
            search: searchText(form.templateName, form.typeName),
          }))}
          optionRender={(option) => (
            <span className="yy-hit">
              {option.label}
              <span className="yy-none">{option.data.about}</span>
            </span>
          )}
          onChange={(next) => {
            setProblem(null)
            setTemplateId(next)
          }}
        />
        {chosen && (
          <p className="yy-none">
            {[`${chosen.fieldCount} 个字段`, FormFilling.label(chosen.templateType), chosen.remark]
              .filter(Boolean)
              .join('・')}
          </p>
        )}
      </div>
    </SideDrawer>
  )
}
