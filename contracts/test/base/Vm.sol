// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The forge cheats these tests use.
interface Vm {
    struct SignedDelegation {
        uint8 v;
        bytes32 r;
        bytes32 s;
        uint64 nonce;
        address implementation;
    }

    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function signAndAttachDelegation(address implementation, uint256 key) external returns (SignedDelegation memory);
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function deal(address account, uint256 balance) external;
    function warp(uint256 timestamp) external;
    function roll(uint256 number) external;
    function prevrandao(bytes32 random) external;
    function snapshotState() external returns (uint256 id);
    function revertToState(uint256 id) external returns (bool done);
    function getBlockNumber() external view returns (uint256);
    function getBlockTimestamp() external view returns (uint256);
    function setBlockhash(uint256 number, bytes32 hash) external;
    function chainId(uint256 id) external;
    function deployCode(string calldata artifact, bytes calldata args) external returns (address);
    function deployCode(string calldata artifact) external returns (address);
    function store(address account, bytes32 slot, bytes32 value) external;
    function load(address account, bytes32 slot) external view returns (bytes32);
    function etch(address account, bytes calldata code) external;
    function getDeployedCode(string calldata name) external view returns (bytes memory);
    function getCode(string calldata name) external view returns (bytes memory);
    function assume(bool condition) external pure;
    function expectRevert(bytes calldata data) external;
    function expectRevert() external;
    function expectEmit(address emitter) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function lastCallGas() external view returns (Gas memory);
    function computeCreateAddress(address deployer, uint256 nonce) external pure returns (address);
    function getNonce(address account) external view returns (uint64);
    function envOr(string calldata name, bool otherwise) external view returns (bool);
    function readFile(string calldata path) external view returns (string memory);
    function keyExistsJson(string calldata json, string calldata key) external view returns (bool);
    function parseJsonString(string calldata json, string calldata key) external pure returns (string memory);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256);
    function parseJsonBool(string calldata json, string calldata key) external pure returns (bool);
    function parseJsonUintArray(string calldata json, string calldata key) external pure returns (uint256[] memory);
    function parseJsonStringArray(string calldata json, string calldata key) external pure returns (string[] memory);
    function parseJsonAddress(string calldata json, string calldata key) external pure returns (address);
    function parseJsonAddressArray(string calldata json, string calldata key) external pure returns (address[] memory);
    function parseJsonBytes32(string calldata json, string calldata key) external pure returns (bytes32);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function toString(uint256 value) external pure returns (string memory);
    function assertTrue(bool condition, string calldata why) external pure;
    function assertEq(uint256 left, uint256 right, string calldata why) external pure;
    function assertEq(address left, address right, string calldata why) external pure;
    function assertEq(bytes32 left, bytes32 right, string calldata why) external pure;
    function assertEq(string calldata left, string calldata right, string calldata why) external pure;
    function assertLe(uint256 left, uint256 right, string calldata why) external pure;
    function assertGe(uint256 left, uint256 right, string calldata why) external pure;
}
