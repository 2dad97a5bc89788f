import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { Logo } from '../base/look/logo.tsx';
import { TYPED } from '../base/paths.ts';
import './root.css';

/** /404, where every unknown path ends; it says which one that was. */
export default function NotFoundPage() {
  const navigate = useNavigate();
  const typed = useSearchParams()[0].get(TYPED);
  return (
    <main className="root-error">
      <Logo size={32} large />
      <h1 className="page-title">没有这个页面</h1>
      {typed !== null && (
        <p>
          打开的地址是 <code>{typed}</code>
        </p>
      )}
      <p>地址可能写错了，或者这个页面已经移走。核对上面的地址，或者从首页找。</p>
      <Button type="primary" onClick={() => navigate('/home', { replace: true })}>
        回到首页
      </Button>
    </main>
  );
}
