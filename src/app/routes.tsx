import { Route, Routes } from 'react-router-dom';
import { pagePaths } from '../contract/paths.ts';
import { Frame } from './frame/Frame.tsx';
import { BlogRoute } from './screens/Blog.tsx';
import { Create } from './screens/Create.tsx';
import { Home } from './screens/Home.tsx';
import { Landing } from './screens/Landing.tsx';
import { Login } from './screens/Login.tsx';
import { MyBlogs } from './screens/MyBlogs.tsx';
import { NotFound } from './screens/NotFound.tsx';
import { Register } from './screens/Register.tsx';

/** Every route and its screen, all inside the frame (specification, section 2). */
export function Routing() {
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route path={pagePaths.landing} element={<Landing />} />
        <Route path={pagePaths.home} element={<Home />} />
        <Route path={pagePaths.register} element={<Register />} />
        <Route path={pagePaths.login} element={<Login />} />
        <Route path={pagePaths.create} element={<Create />} />
        <Route path={pagePaths.myBlogs} element={<MyBlogs />} />
        <Route path="/blog/:id" element={<BlogRoute />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
