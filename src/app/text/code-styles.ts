import '../styles/code.css';
