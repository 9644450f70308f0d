// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {HostilePayee} from "./Hostile.sol";

enum Answer {
    Honest,
    Wrong,
    Revert,
    Burn,
    Bomb,
    Short,
    Nothing,
    Padded
}

/// @notice An ERC-1271 account of one key that can also be as bad as its answer.
contract Wallet is HostilePayee {
    address private immutable _key;
    Answer private _answer;

    constructor(address key) {
        _key = key;
    }

    function answerBy(Answer answer) external {
        _answer = answer;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) public view virtual returns (bytes4) {
        Answer answer = _answer;
        assembly {
            mstore(0, 0x1626ba7e00000000000000000000000000000000000000000000000000000000)
            switch answer
            case 1 { return(0x20, 32) }
            case 2 { revert(0, 32) }
            case 3 { invalid() }
            case 4 { return(0, 200000) }
            case 5 { return(0, 4) }
            case 6 { return(0, 0) }
            case 7 {
                mstore(0, or(mload(0), 1))
                return(0, 32)
            }
        }
        (address signer,,) = ECDSA.tryRecover(hash, signature);
        return signer == _key ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// @notice Signs for its key when it has burnt nearly all the gas that it gets.
contract BurningWallet is Wallet {
    uint256 private _left;

    constructor(address key) Wallet(key) {}

    function burnTo(uint256 left) external {
        _left = left;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) public view override returns (bytes4) {
        while (_left != 0 && gasleft() > _left) {}
        return super.isValidSignature(hash, signature);
    }
}

/// @notice Takes every call and says nothing, as an old wrapped coin does.
contract Mute {
    fallback() external {}
}

/// @notice An item whose move burns all gas, returns a bomb, or calls back.
contract HostileMover is ERC721("Mover", "MOV") {
    uint256 public mood;
    address private _target;
    bytes private _call;
    bool public entered;
    /// @notice What the last call back was refused with.
    bytes4 public why;

    function give(address to, uint256 id) external {
        _mint(to, id);
    }

    function set(uint256 mood_) external {
        mood = mood_;
    }

    function reenter(address target, bytes calldata call_) external {
        (_target, _call) = (target, call_);
    }

    function transferFrom(address from, address to, uint256 id) public override {
        uint256 now_ = mood;
        if (_target != address(0)) {
            (bool ok, bytes memory answer) = _target.call(_call);
            (entered, why) = (entered || ok, bytes4(answer));
        }
        assembly {
            switch now_
            case 1 { invalid() }
            case 2 { revert(0, 400000) }
            case 3 { revert(0, 0) }
        }
        super.transferFrom(from, to, id);
    }
}
