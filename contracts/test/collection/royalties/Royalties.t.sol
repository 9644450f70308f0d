// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Fee, ICollection721} from "../../../src/collection/ICollection721.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {IItems} from "../../base/IItems.sol";

contract RoyaltiesTest is ExchangeBase {
    ICollection721 private collection;
    IItems private tokens;

    function setUp() public override {
        super.setUp();
        collection = ICollection721(
            vm.deployCode("contracts/artifacts/OfficialCollection721.json", abi.encode("Plinth", "PLINTH", miner, "ipfs:/", "ipfs:/", operator))
        );
        tokens = IItems(address(collection));
    }

    function mintWith(Fee[] memory list) private {
        Sig memory sig = signed(MINER_KEY, collection.mintDigest(1, alice));
        vm.startPrank(alice);
        collection.mint(1, sig.v, sig.r, sig.s, list, "/x");
        tokens.setApprovalForAll(address(proxy), true);
        vm.stopPrank();
    }

    function test_WhenNone() public {
        mintWith(new Fee[](0));
        (address to, uint256 amount) = tokens.royaltyInfo(1, PRICE);
        vm.assertEq(to, address(0), "no recipient");
        vm.assertEq(amount, 0, "nothing");
        vm.assertEq(collection.getFeeRecipients(1).length + collection.getFeeBps(1).length, 0, "no lists");
        buy(aSale(address(collection)), 1);
        vm.assertEq(alice.balance, 0.975 ether, "seller");
    }

    function test_WhenOne() public {
        Fee[] memory list = new Fee[](1);
        list[0] = Fee(carol, 500);
        mintWith(list);
        (address to, uint256 amount) = tokens.royaltyInfo(1, PRICE);
        vm.assertEq(to, carol, "recipient");
        vm.assertEq(amount, 0.05 ether, "amount");
        vm.assertEq(collection.getFeeRecipients(1)[0], carol, "listed");
        vm.assertEq(collection.getFeeBps(1)[0], 500, "bps");
        (to, amount) = collection.fees(1, 0);
        vm.assertEq(to, carol, "entry");
        vm.assertEq(amount, 500, "entry's bps");
        buy(aSale(address(collection)), 1);
        vm.assertEq(carol.balance, 0.05 ether, "paid");
    }

    function test_WhenSeveral() public {
        Fee[] memory list = new Fee[](3);
        (list[0], list[1], list[2]) = (Fee(carol, 500), Fee(eve, 300), Fee(address(0xD0), 200));
        mintWith(list);
        (address to, uint256 amount) = tokens.royaltyInfo(1, PRICE);
        vm.assertEq(to, address(0), "ERC-2981 can't say it");
        vm.assertEq(amount, 0, "nor how much");
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(collection.getFeeRecipients(1)[i], list[i].recipient, "recipient");
            vm.assertEq(collection.getFeeBps(1)[i], list[i].value, "bps");
        }
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x32));
        collection.fees(1, 3);
        buy(aSale(address(collection)), 1);
        vm.assertEq(carol.balance, 0.05 ether, "first");
        vm.assertEq(eve.balance, 0.03 ether, "second");
        vm.assertEq(address(0xD0).balance, 0.02 ether, "third");
        vm.assertEq(alice.balance, 0.875 ether, "seller");
    }
}
