import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { pagePaths } from '../contract/paths.ts';
import { Frame } from './frame/Frame.tsx';
import { BlogRoute } from './screens/Blog.tsx';
import { Home } from './screens/Home.tsx';

/** What a reader may never open comes when it is opened; the worker has it on the device by then. */
function later<Name extends string>(screen: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await screen())[name] }));
}

const Landing = later(() => import('./screens/Landing.tsx'), 'Landing');
const Register = later(() => import('./screens/Register.tsx'), 'Register');
const Login = later(() => import('./screens/Login.tsx'), 'Login');
const Create = later(() => import('./screens/Create.tsx'), 'Create');
const MyBlogs = later(() => import('./screens/MyBlogs.tsx'), 'MyBlogs');
const NotFound = later(() => import('./screens/NotFound.tsx'), 'NotFound');

/** Every route and its screen, all inside the frame (specification, section 2). */
export function Routing() {
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route path={pagePaths.home} element={<Home />} />
        <Route path="/blog/:id" element={<BlogRoute />} />
        <Route path={pagePaths.landing} element={<Landing />} />
        <Route path={pagePaths.register} element={<Register />} />
        <Route path={pagePaths.login} element={<Login />} />
        <Route path={pagePaths.create} element={<Create />} />
        <Route path={pagePaths.myBlogs} element={<MyBlogs />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
