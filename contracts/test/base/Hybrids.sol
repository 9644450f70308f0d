// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Money and items in one token, as ERC-404: whole units take the payer's last items along, the newest first.
contract HybridToken {
    uint256 public constant UNIT = 1 ether;
    /// @dev Values above it are items.
    uint256 public constant ITEMS = 1 << 255;

    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    mapping(address owner => mapping(address spender => bool)) public isApprovedForAll;
    mapping(uint256 id => address) public ownerOf;
    mapping(address account => uint256[]) private _owned;
    uint256 private _minted;

    /// @notice `units` with an item each, and a part of one.
    function give(address to, uint256 units, uint256 part) external {
        balanceOf[to] += units * UNIT + part;
        for (uint256 i; i < units; ++i) {
            _take(to, ITEMS + ++_minted);
        }
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function setApprovalForAll(address spender, bool approved) external {
        isApprovedForAll[msg.sender][spender] = approved;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _moveUnits(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (value > ITEMS) {
            _moveItem(msg.sender, from, to, value);
        } else {
            allowance[from][msg.sender] -= value;
            _moveUnits(from, to, value);
        }
        return true;
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        _moveItem(msg.sender, from, to, id);
    }

    function _moveItem(address spender, address from, address to, uint256 id) internal {
        require(ownerOf[id] == from && isApprovedForAll[from][spender], "item");
        balanceOf[from] -= UNIT;
        balanceOf[to] += UNIT;
        uint256[] storage list = _owned[from];
        for (uint256 i; i < list.length; ++i) {
            if (list[i] == id) list[i] = list[list.length - 1];
        }
        list.pop();
        _take(to, id);
    }

    function _moveUnits(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        uint256[] storage list = _owned[from];
        for (uint256 units = value / UNIT; units != 0; --units) {
            _take(to, list[list.length - 1]);
            list.pop();
        }
    }

    function _take(address to, uint256 id) private {
        ownerOf[id] = to;
        _owned[to].push(id);
    }
}

/// @notice A hybrid whose items have an address of their own, as DN404.
contract MirroredHybrid is HybridToken {
    HybridMirror public immutable mirror = new HybridMirror();

    function moveFor(address spender, address from, address to, uint256 id) external {
        require(msg.sender == address(mirror), "mirror");
        _moveItem(spender, from, to, id);
    }
}

contract HybridMirror {
    MirroredHybrid private immutable _units = MirroredHybrid(msg.sender);

    function ownerOf(uint256 id) external view returns (address) {
        return _units.ownerOf(id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        _units.moveFor(msg.sender, from, to, id);
    }
}
