// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";

/// @notice Which items are frozen: four reads, each of a place that nothing else reads.
contract Freezes {
    mapping(uint256 reason => mapping(uint256 id => bool)) private _isFrozen;

    function isFrozen(uint256 id) external view returns (bool) {
        return _isFrozen[0][id] || _isFrozen[1][id] || _isFrozen[2][id] || _isFrozen[3][id];
    }
}

/// @notice An honest ERC721 whose `ownerOf` asks a registry that a transfer does not ask.
contract FrozenERC721 is ERC721("Frozen", "FRZ") {
    Freezes private immutable _freezes = new Freezes();

    function give(address to, uint256 id) external {
        _mint(to, id);
    }

    function ownerOf(uint256 id) public view override returns (address) {
        require(!_freezes.isFrozen(id), "frozen");
        return super.ownerOf(id);
    }
}

/// @notice Names that expire: an expired one has no owner, and anybody registers it again.
contract Names is ERC721("Names", "NAM") {
    mapping(uint256 id => uint256) public expiry;

    function register(uint256 id) external {
        require(expiry[id] < block.timestamp, "taken");
        if (_ownerOf(id) != address(0)) _burn(id);
        expiry[id] = block.timestamp + 30 days;
        _mint(msg.sender, id);
    }

    function ownerOf(uint256 id) public view override returns (address) {
        require(expiry[id] >= block.timestamp, "expired");
        return super.ownerOf(id);
    }
}

/// @notice Refuses every item until `take`.
contract Refuser {
    bool public takes;

    function open(IBlindBox box, bytes32 id) external payable {
        box.open{value: msg.value}(id, 1);
    }

    function take(IBlindBox box, bytes32 id) external {
        takes = true;
        box.collect(id, 0, 1, address(this), address(this));
    }

    function onERC721Received(address, address, uint256, bytes calldata) external view returns (bytes4) {
        return takes ? this.onERC721Received.selector : bytes4(0);
    }
}

/// @notice A prize may leave its series by itself. A claim to it then takes no other series' prize.
contract LeftBehindTest is BoxBase {
    uint256 private constant ITEM = 77;

    /// @dev A series of one prize, one box.
    function seriesOf(address owner, address item, uint8 assetType, uint256 salt) private returns (bytes32 id) {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(item, ITEM, assetType);
        BoxOrder memory order = single(coin(), kinds);
        (order.key.owner, order.key.salt) = (owner, salt);
        (order.startTime, order.endTime) = (block.timestamp, block.timestamp + 400 days);
        vm.startPrank(owner);
        ERC721(item).setApprovalForAll(address(proxy), true);
        id = box.register(order, anchor(), CHAIN, PRICE);
        box.depositBond{value: PRICE}(id, PRICE);
        vm.stopPrank();
    }

    /// @dev Bob's name stays the prize of Bob's series.
    function staysBobs(Names names) private view {
        vm.assertEq(names.ownerOf(ITEM), address(box), "still Bob's prize");
    }

    function missing() private {
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPrizeMissing.selector, 0));
    }

    /// forge-config: default.isolate = true
    function test_RevertGiven_ADeliveredPrizeIsAnotherSeries() public {
        FrozenERC721 frozen = new FrozenERC721();
        frozen.give(alice, ITEM);
        bytes32 first = seriesOf(alice, address(frozen), 4, 1);
        openAs(eve, first, 1);
        mine(2);
        reveal(first, 0);
        // Cold, its `ownerOf` costs more than the question may: it is delivered, and kept as well.
        vm.assertEq(frozen.ownerOf(ITEM), eve, "delivered");
        vm.assertEq(box.kept(first, eve, 0), 1, "kept as well");
        vm.prank(eve);
        frozen.transferFrom(eve, bob, ITEM);
        seriesOf(bob, address(frozen), 3, 2);
        missing();
        box.collect(first, 0, 1, eve, eve);
        vm.assertEq(frozen.ownerOf(ITEM), address(box), "still Bob's prize");
    }

    function test_RevertGiven_AKeptNameExpiredAndIsAnotherSeries() public {
        Names names = new Names();
        Refuser refuser = new Refuser();
        vm.prank(alice);
        names.register(ITEM);
        bytes32 first = seriesOf(alice, address(names), 3, 1);
        refuser.open{value: DUE}(box, first);
        mine(2);
        reveal(first, 0);
        vm.assertEq(box.kept(first, address(refuser), 0), 1, "kept");
        vm.warp(block.timestamp + 31 days);
        vm.prank(bob);
        names.register(ITEM);
        seriesOf(bob, address(names), 3, 2);
        missing();
        refuser.take(box, first);
        staysBobs(names);
    }

    function test_RevertGiven_AnUndrawnNameExpiredAndIsAnotherSeries() public {
        Names names = new Names();
        vm.prank(alice);
        names.register(ITEM);
        bytes32 first = seriesOf(alice, address(names), 3, 1);
        vm.warp(block.timestamp + 401 days);
        vm.prank(bob);
        names.register(ITEM);
        seriesOf(bob, address(names), 3, 2);
        missing();
        vm.prank(alice);
        box.takeBack(first, new uint256[](1));
        staysBobs(names);
    }
}
