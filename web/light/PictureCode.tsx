// The picture code: a field and its picture. Each refusal of the form it belongs to asks for a new picture.

import { useCallback, useEffect, useRef, useState } from 'react'
import { session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { LinkButton } from './Button.tsx'
import { TextField, type TextProps } from './Field.tsx'
import { Spinner } from './Spinner.tsx'

export interface PhotoCode {
  on: boolean
  /** Data address of the picture, null while it is fetched. */
  picture: string | null
  verifyStr: string
  failure: string | null
  refresh: () => void
}

export function usePhotoCode(on: boolean): PhotoCode {
  const [state, setState] = useState({ picture: null as string | null, verifyStr: '', failure: null as string | null })
  const turn = useRef(0)
  const refresh = useCallback(() => {
    const mine = ++turn.current
    setState({ picture: null, verifyStr: '', failure: null })
    send(session.calls.photoCode, {}, { silent: true }).then(
      ({ base64Str, verifyStr }) => {
        if (mine === turn.current) {
          setState({ picture: `data:image/png;base64,${base64Str}`, verifyStr, failure: null })
        }
      },
      (error: unknown) => {
        if (mine !== turn.current) return
        const failure = error instanceof CallError ? error.message : '图片没有取到'
        setState({ picture: null, verifyStr: '', failure })
      },
    )
  }, [])
  useEffect(() => {
    if (on) refresh()
    return () => {
      turn.current++
    }
  }, [on, refresh])
  return { on, ...state, refresh }
}

interface Props extends Omit<TextProps, 'label' | 'beside' | 'aside' | 'maxLength'> {
  code: PhotoCode
}

export function PictureCodeField({ code, ...field }: Props) {
  if (!code.on) return null
  return (
    <TextField
      {...field}
      label="图形验证码"
      placeholder="输入右图字符，不分大小写"
      maxLength={8}
      error={field.error ?? code.failure}
      aside={<LinkButton onClick={code.refresh}>看不清，换一张</LinkButton>}
      beside={
        <button
          type="button"
          className="yy-picture"
          title="点击换一张"
          aria-label="图形验证码图片，点击换一张"
          // Reading order is field, then button; one stop for "another picture" is enough.
          tabIndex={-1}
          onClick={code.refresh}
        >
          {code.picture ? <img src={code.picture} alt="" /> : code.failure ? '点击重试' : <Spinner size={18} />}
        </button>
      }
    />
  )
}
