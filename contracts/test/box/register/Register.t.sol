// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Box, BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {HostileERC1155} from "../../base/Hostile1155.sol";

contract BoxRegisterTest is BoxBase {
    function test_WhenTheSeriesIsRight() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = box.hashBox(order);
        vm.expectEmit(address(box));
        emit IBlindBox.BoxRegistered(id, alice, order, PRICE);
        vm.expectEmit(address(box));
        emit IBlindBox.ChainCommitted(id, anchor(), 0, CHAIN);
        vm.assertEq(registered(order), id, "by its hash");
        Box memory stored = box.boxOf(id);
        vm.assertEq(stored.owner, alice, "owner");
        vm.assertEq(stored.boxes, 10, "boxes");
        vm.assertEq(stored.left, 10, "left");
        vm.assertEq(stored.price, PRICE, "price");
        vm.assertEq(stored.bond, 10 * PRICE, "bond");
        vm.assertEq(multi.balanceOf(address(box), 7), 6, "deposited");
        uint256[] memory left = box.leftOf(id);
        vm.assertTrue(left.length == 3 && left[0] == 6 && left[1] == 9 && left[2] == 5, "stock");
    }

    function test_WhenThePrizesAreOfEveryStandard() public {
        Asset[] memory kinds = new Asset[](4);
        (kinds[0], kinds[1]) = (Asset(address(nft), 1, 3), Asset(address(nft), 2, 4));
        (kinds[2], kinds[3]) = (Asset(address(multi), 7, 2), Asset(address(prizes), 1, 5));
        BoxOrder memory order = single(coin(), kinds);
        order.uris[3] = "/ipfs/A";
        bytes32 id = registered(order);
        vm.assertEq(nft.ownerOf(1), address(box), "ERC721");
        vm.assertEq(nft.ownerOf(2), address(box), "the old way");
        vm.assertEq(multi.balanceOf(address(box), 7), 1, "ERC1155");
        vm.assertEq(prizes.minted(1), 0, "not minted yet");
        vm.assertEq(box.boxOf(id).boxes, 4, "a box for each");
    }

    /// No field is left out of the id.
    function test_WhenAnyFieldIsAnother() public view {
        BoxOrder memory order = aBox(token());
        bytes32 id = box.hashBox(order);
        for (uint256 field; field < 14; ++field) {
            BoxOrder memory other = aBox(token());
            if (field == 0) other.key.owner = bob;
            if (field == 1) ++other.key.salt;
            if (field == 2) other.key.sellAssets[1].token = bob;
            if (field == 3) ++other.key.sellAssets[2].tokenId;
            if (field == 4) other.key.sellAssets[0].assetType = 3;
            if (field == 5) other.key.buyAsset.assetType = 2;
            if (field == 6) ++other.opening;
            if (field == 7) other.repeat = true;
            if (field == 8) ++other.startTime;
            if (field == 9) ++other.endTime;
            if (field == 10) ++other.buying;
            if (field == 11) ++other.assetAmounts[1];
            if (field == 12) ++other.sellerFee;
            if (field == 13) other.uris[2] = "/ipfs/C";
            vm.assertTrue(box.hashBox(other) != id, "another id");
        }
    }

    function test_RevertWhen_AnotherAccountRegisters() public {
        BoxOrder memory order = aBox(coin());
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxCallerNotOwner.selector, bob, alice));
        vm.prank(bob);
        box.register(order, anchor(), CHAIN, PRICE);
    }

    function test_RevertGiven_ItIsThere() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = registered(order);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxExists.selector, id));
        vm.prank(alice);
        box.register(order, anchor(), CHAIN, PRICE);
    }

    /// Whatever it tries before its series is whole.
    function test_WhenAPrizeCallsBack() public {
        HostileERC1155 prize = new HostileERC1155();
        prize.give(alice, 1, 1);
        vm.prank(alice);
        prize.setApprovalForAll(address(proxy), true);
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(address(prize), 1, 2);
        BoxOrder memory order = single(coin(), kinds);
        bytes32 id = box.hashBox(order);
        bytes[3] memory calls = [
            abi.encodeWithSignature("open(bytes32,uint256)", id, 1),
            abi.encodeCall(box.depositBond, (id, 1)),
            abi.encodeCall(box.register, (order, anchor(), CHAIN, PRICE))
        ];
        for (uint256 i; i < calls.length; ++i) {
            order.key.salt = 2 + i;
            prize.give(alice, 1, 1);
            prize.reenter(IExchange(address(box)), calls[i]);
            registered(order);
            vm.assertTrue(!prize.entered() && bytes4(prize.why()) == IPayouts.PayoutReentered.selector, "shut");
        }
        vm.assertEq(prize.balanceOf(address(box), 1), 3, "deposited");
    }
}
