// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {IExchange} from "../../src/exchange/IExchange.sol";

enum Mood {
    Calm,
    Refuse,
    Burn,
    Bomb,
    Short,
    Dirty,
    Huge
}

/// @notice Answers coin, items and signatures in the worst ways; accepts both where calm.
contract HostilePayee {
    Mood public mood;
    bytes public call;
    IExchange public exchange;
    uint256 public balanceSeen;
    uint256 public claimableSeen;
    bool public entered;
    bool public itemRefused;
    /// @notice What re-entering was refused with.
    bytes4 public why;

    function set(Mood mood_) external {
        mood = mood_;
    }

    function refuseItems() external {
        itemRefused = true;
    }

    function takeItems() external {
        itemRefused = false;
    }

    /// @notice Re-enters `exchange_` with `call_` whenever coin or an item arrives.
    function reenter(IExchange exchange_, bytes calldata call_) external {
        (exchange, call) = (exchange_, call_);
    }

    function act(address to, bytes calldata data) external payable returns (bytes memory) {
        (bool ok, bytes memory answer) = to.call{value: msg.value}(data);
        if (!ok) {
            assembly {
                revert(add(answer, 0x20), mload(answer))
            }
        }
        return answer;
    }

    receive() external payable {
        _reenter();
        _be(mood);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        _reenter();
        return itemRefused ? bytes4(0) : this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external returns (bytes4) {
        _reenter();
        return itemRefused ? bytes4(0) : this.onERC1155Received.selector;
    }

    function _reenter() private {
        if (address(exchange) == address(0)) return;
        (balanceSeen, claimableSeen) = (address(exchange).balance, exchange.totalClaimable());
        (bool ok, bytes memory answer) = address(exchange).call(call);
        (entered, why) = (entered || ok, bytes4(answer));
    }

    function _be(Mood mood_) private pure {
        if (mood_ == Mood.Refuse) revert("no");
        if (mood_ == Mood.Burn) {
            assembly {
                invalid()
            }
        }
        if (mood_ == Mood.Bomb) {
            assembly {
                revert(0, 150000)
            }
        }
    }
}

/// @notice A collection whose royalty answers are as bad as its mood.
contract HostileERC721 is ERC721("Hostile", "HOS") {
    Mood public mood;
    address public recipient;

    constructor(Mood mood_, address recipient_) {
        (mood, recipient) = (mood_, recipient_);
    }

    function give(address to, uint256 id) external {
        _mint(to, id);
    }

    function royaltyInfo(uint256, uint256 price) external view returns (address, uint256) {
        return _answer(price);
    }

    function getFeeRecipients(uint256) external view returns (address[] memory list) {
        _answer(0);
        list = new address[](50);
        for (uint256 i; i < 50; ++i) {
            list[i] = recipient;
        }
    }

    function getFeeBps(uint256) external pure returns (uint256[] memory list) {
        list = new uint256[](50);
        for (uint256 i; i < 50; ++i) {
            list[i] = type(uint256).max;
        }
    }

    function _answer(uint256 price) private view returns (address, uint256) {
        Mood now_ = mood;
        address to = recipient;
        assembly {
            switch now_
            case 1 { revert(0, 0) }
            case 2 { invalid() }
            case 3 { revert(0, 150000) }
            case 4 { return(0, 32) }
            case 5 {
                mstore(0, not(0))
                mstore(32, price)
                return(0, 64)
            }
            case 6 {
                mstore(0, to)
                mstore(32, not(0))
                return(0, 64)
            }
        }
        return (address(0), 0);
    }
}

/// @notice A pay token that calls back into the exchange from every move.
contract HookedERC20 is ERC20("Hooked", "HKD") {
    address private _target;
    bytes private _call;
    uint256 public tries;
    bool public entered;

    function give(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function reenter(address target, bytes calldata call_) external {
        (_target, _call) = (target, call_);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (_target == address(0)) return;
        ++tries;
        (bool ok,) = _target.call(_call);
        entered = entered || ok;
    }
}

/// @notice Burns 60,000 gas, then answers; its caller says there is no royalty when it fails.
contract RoyaltyEngine {
    function read(address to, uint256 price) external view returns (address, uint256) {
        for (uint256 left = gasleft(); left - gasleft() < 60_000;) {}
        return (to, price / 20);
    }
}

contract EngineERC721 is ERC721("Engine", "ENG") {
    RoyaltyEngine private immutable _engine = new RoyaltyEngine();
    address private immutable _creator;

    constructor(address creator) {
        _creator = creator;
    }

    function give(address to, uint256 id) external {
        _mint(to, id);
    }

    function royaltyInfo(uint256, uint256 price) external view returns (address, uint256) {
        try _engine.read(_creator, price) returns (address to, uint256 amount) {
            return (to, amount);
        } catch {
            return (address(0), 0);
        }
    }
}
