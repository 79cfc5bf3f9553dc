import { Copy, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { LOGIN_PAGE } from '#web/kit/constants'
import { Button } from '#web/light/Button'
import { usePreload } from '#web/light/preload'
import { start } from '#web/light/start'
import { Toasts, toast } from '#web/light/toast'
import { readTrouble } from './what.ts'
import './error.css'

function ErrorPage() {
  usePreload('页面出错')
  const [trouble] = useState(() => readTrouble(window.location.search))
  const { code, message, id, advice, retry } = trouble
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast('good', '编号已复制'),
      () => toast('bad', '浏览器不允许复制，请手工抄写'),
    )
  return (
    <main className="yy-trouble yy-row yy-middle">
      <section className="yy-white yy-edge" role="alert">
        <i className="yy-inline yy-middle yy-on yy-circle">
          <X size={26} strokeWidth={2.4} aria-hidden="true" />
        </i>
        <h1 className="yy-text-18 yy-strong">
          {message}
          {code !== null && <small className="yy-second yy-light">#{code}</small>}
        </h1>
        <p className="yy-second">{advice}</p>
        <p className="yy-second">已保存的数据不受影响。{id && `编号 ${id}`}</p>
        <div className="yy-flex yy-gap-8 yy-wrap yy-middle">
          <Button kind="primary" autoFocus onClick={() => window.location.replace(retry)}>
            <RotateCw size={16} aria-hidden="true" />
            再试一次
          </Button>
          {id && (
            <Button onClick={() => void copy(id)}>
              <Copy size={16} aria-hidden="true" />
              复制编号
            </Button>
          )}
          <a className="yy-button" href={LOGIN_PAGE}>
            返回登录
          </a>
        </div>
      </section>
      <Toasts />
    </main>
  )
}

start(<ErrorPage />)
