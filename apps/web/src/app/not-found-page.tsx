import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { Logo } from './logo.tsx';
import './root.css';

/** /404, where every unknown path ends. */
export default function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <main className="root-error">
      <Logo size={32} large />
      <h1 className="page-title">没有这个页面</h1>
      <p>地址可能写错了，或者这个页面已经移走。</p>
      <Button type="primary" onClick={() => navigate('/home', { replace: true })}>
        回到首页
      </Button>
    </main>
  );
}
