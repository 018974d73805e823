import "./showcase.css";
