import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { documentTemplate, type Scope, type TemplateDetail } from '#contract/systemSetting/documentTemplate'
import { send } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { goBack, usePageParams } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { TemplateEditor } from './editor.part.tsx'

/** Asked for once: what lies on the desk is not replaced by a later answer; saving finds out about others. */
function useOpened(templateId: string | undefined) {
  const [opened, setOpened] = useState<TemplateDetail | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another try
  useEffect(() => {
    if (!templateId) return
    const stop = new AbortController()
    setError(null)
    send(documentTemplate.calls.detail, { templateId }, { signal: stop.signal, handles: () => true }).then(
      setOpened,
      (failure: CallError) => failure.cancelled || setError(failure),
    )
    return () => stop.abort()
  }, [templateId, turn])
  return { opened, error, again: () => setTurn(turn + 1) }
}

export default function EditTemplate() {
  const { templateId } = usePageParams<'templateId'>()
  const { opened, error, again } = useOpened(templateId)
  if (!templateId) {
    return (
      <Empty
        title="没有指明要编辑哪个模板"
        text="请从文书模板管理中打开。"
        acts={<Button onClick={goBack}>返回</Button>}
      />
    )
  }
  if (error) return <ErrorBlock what="文书模板" error={error} onRetry={again} />
  if (opened === null) return <BlockBones lines={12} />
  return <TemplateEditor key={opened.templateId} scope={opened.scope as Scope} opened={opened} />
}
